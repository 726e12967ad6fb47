"""Write a scan as a folder of Parquet files: parts that appear whole, and a manifest from which it can be resumed."""
