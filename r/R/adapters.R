#' The adapters, primers and tags that hide in reads
#'
#' No options are needed: all reads are searched for sequences that chance does not explain, and the verdict says what they are.
#'
#' @param reads DNA: a character vector or a `DNAStringSet`.
#' @param mates The second reads of pairs, as many.
#' @param min_share,min_reads What fewer reads hold is not reported; the greater of both counts.
#' @param most How many are reported.
#' @param threads 0: all cores.
#' @return A data frame: verdict (adapter, tag, poly, repeat or insert), letters, name (of a known adapter, or ""), strand,
#'   reads that hold it, their share, reads that hold it whole, errors_per_letter. With `mates` a list of two.
#' @examples
#' set.seed(1)
#' insert <- function(n) paste(sample(c("A", "C", "G", "T"), n, replace = TRUE), collapse = "")
#' adapter <- "AGATCGGAAGAGCACACGTCTGAACTCCAGTCA"
#' reads <- vapply(seq_len(400), function(i) substr(paste0(insert(20 + i %% 40), adapter, insert(40)), 1, 75), "")
#' find_adapters(reads)[c("verdict", "letters", "name")]
#' @export
find_adapters <- function(reads, mates = NULL, min_share = 0.001, min_reads = 20, most = 20, threads = 0) {
  found <- concord_find_adapters(letters_of(reads, "reads"), if (!is.null(mates)) letters_of(mates, "mates"), min_share,
                                 min_reads, most, threads)
  if (is.null(mates)) found[[1]] else stats::setNames(found, c("first", "second"))
}
