# Worked by hand, or the table of utils::adist.
local_edition(3)
reads <- c(r1 = "TTGATTACAGG", r2 = "CCGATTACACC", r3 = "AAGATTTCATT", r4 = "TGTGTGTGTGT")

test_that("the longest common substring has one mismatch in the third read", {
  found <- longest_common_substring(reads, mismatches = 1, support = 3)
  expect_equal(found$answers$letters, "GATTACA")
  expect_equal(c(found$answers$sequence, found$answers$start, found$answers$end, found$answers$support), c(1, 3, 9, 3))
  expect_equal(found$occurrences$name, c("r1", "r2", "r3"))
  expect_equal(found$occurrences$differences, c(0, 0, 1))
  expect_equal(longest_common_substring(reads, 1, 0.75)$answers, found$answers)
})

test_that("edits and strands are counted", {
  three <- c("ACGTTAGC", "ACGTAGC", "CGTTGC")
  found <- longest_common_substring(three, 1, 3, metric = "levenshtein")
  expect_equal(found$answers$letters, "CGTTAGC")
  expect_equal(nchar(found$answers$letters), 7)
  expect_true(all(nzchar(found$occurrences$cigar)))
  expect_equal(longest_common_substring(c("ACGTTGA", "TCAACGT"), 0, 2, both_strands = TRUE)$answers$end, 7)
})

test_that("nothing in common is no row", {
  expect_equal(nrow(longest_common_substring(c("AAAA", "CCCC"), 0, 2)$answers), 0)
  expect_true(is.na(shared_region(c("AAAA", "CCCC"), 2)$letters))
})

textbook <- function(a, b) drop(utils::adist(a, b))

test_that("distances are those of the textbook", {
  set.seed(7)
  words <- function(n) vapply(seq_len(n), function(i) paste(sample(letters[1:4], sample(0:40, 1), TRUE), collapse = ""), "")
  a <- words(60)
  b <- words(60)
  expect_equal(edit_distances(a, b), as.integer(mapply(textbook, a, b)))
  expect_equal(distance_matrix(a, b), matrix(as.integer(utils::adist(a, b)), 60))
  expect_equal(edit_distances("na\u00efve", "naive"), 1L)
  expect_equal(edit_distances("abcd", "abc", metric = "hamming"), NA_integer_)
  expect_equal(edit_distances(a, b, max_distance = 5) <= 5, ifelse(unname(mapply(textbook, a, b)) <= 5, TRUE, NA))
})

test_that("near pairs are those of the matrix", {
  set.seed(8)
  words <- vapply(seq_len(300), function(i) paste(sample(c("A", "C"), 9, TRUE), collapse = ""), "")
  all <- utils::adist(words)
  expected <- which(all <= 1 & upper.tri(all), arr.ind = TRUE)
  expected <- expected[order(expected[, 1], expected[, 2]), ]
  found <- near_pairs(words, max_distance = 1)
  expect_equal(unname(as.matrix(found[c("a", "b")])), unname(expected), ignore_attr = TRUE)
  expect_equal(found$distance, all[expected])
  expect_equal(nearest("hte", c("hat", "the", "tea"), metric = "osa")$b, 2)
})

test_that("alignments and subsequences", {
  expect_equal(align_pair("ACGTTAGC", "ACGTAGC"), list(distance = 1, cigar = "3=1I4="))
  expect_equal(longest_common_subsequence("flaw", "lawn")[c("length", "letters")], list(length = 3, letters = "law"))
})

test_that("regions and matches", {
  expect_equal(shared_region(c("EFEF", "FEEFE"), 2)$letters, "EFE")
  found <- maximal_matches("ACGTACGTTT", "GGACGTAC", 5)
  expect_equal(unlist(found[1, c("start_a", "start_b", "length")], use.names = FALSE), c(1, 3, 6))
})

test_that("an adapter is named", {
  set.seed(1)
  insert <- function(n) paste(sample(c("A", "C", "G", "T"), n, replace = TRUE), collapse = "")
  adapter <- "AGATCGGAAGAGCACACGTCTGAACTCCAGTCA"
  reads <- vapply(seq_len(400), function(i) substr(paste0(insert(20 + i %% 40), adapter, insert(40)), 1, 75), "")
  found <- find_adapters(reads)
  expect_equal(found$verdict, "adapter")
  expect_equal(found$letters, adapter)
  expect_match(found$name, "TruSeq")
})

test_that("bad input is an error that names it", {
  expect_error(longest_common_substring(c("ACGT", NA), 0, 2), "sequence 2 is missing")
  expect_error(longest_common_substring(c("ACGT", "AC T"), 0, 2, alphabet = "dna"), "sequence 2, letter 3")
  expect_error(longest_common_substring(reads, 0.5, 2), "mismatches must be a whole number")
  expect_error(longest_common_substring(reads, 0, 9), "support")
  expect_error(longest_common_substring(1:3), "character vector")
  expect_error(edit_distances(c("a", "b"), "a"), ".")
})

test_that("sets of Biostrings are taken as they are", {
  skip_if_not_installed("Biostrings")
  dna <- Biostrings::DNAStringSet(reads)
  expect_equal(longest_common_substring(dna, 1, 3), longest_common_substring(reads, 1, 3))
  expect_equal(distance_matrix(dna)["r1", "r2"], edit_distances(reads[1], reads[2]))
  expect_equal(rownames(distance_matrix(dna)), names(reads))
  expect_equal(edit_distances(Biostrings::AAStringSet("MKV"), Biostrings::AAStringSet("MRV")), 1L)
})
