// Every threshold of the search for adapters, with its reason. They decide what is reported, not how fast.
#pragma once

#include <cstdint>

namespace concord::adapters::threshold {

// Words and cores.

/// Letters of a word. 4^12 counters fit into memory for any number of reads; in a million reads of 100 letters a word
/// of random letters is held by six, far below any share that is of interest; at 5 % errors more than half of all
/// occurrences of a word are without one.
inline constexpr unsigned word_letters = 12;
/// A word is a core if this part of the reads that a sequence must be held by hold it without an error: at 5 % errors
/// 54 % of the occurrences are, and an adapter that begins anywhere is cut by the end of some reads.
inline constexpr double core_part = 0.4;
inline constexpr std::uint64_t least_core_reads = 8;
/// Places of a core that vote for its consensus. The error of a share of 2,000 is below 2 %.
inline constexpr std::uint64_t most_votes = 2000;
/// Times that a consensus is lengthened by the reads that hold its ends. Each time the reads that vote are a tenth of
/// those before or fewer, if they were sampled at all.
inline constexpr unsigned most_steps = 3;
/// Cores that are extended before their reads are aligned and masked, and rounds of that: a bound on the work for
/// collections of little else than abundant sequences.
inline constexpr unsigned cores_per_round = 24;
inline constexpr unsigned most_rounds = 12;

// A column of a consensus.

/// Votes for the most frequent letter. With 5 % errors about nine of ten votes agree within an adapter; behind its end
/// the most frequent letter of a genome of 70 % A and T has 35 %.
inline constexpr double agreeing_share = 0.7;
/// Chance that random letters agree as much as the votes do; it rules out columns of few votes.
inline constexpr double agreeing_by_chance = 0.01;
/// Of so many votes for a letter, the part that must be left for the next. Where reads end one after the other, more
/// are; where they begin with the sequence, only those go on that have an insertion.
inline constexpr std::uint64_t many_votes = 20;
inline constexpr double left_over = 0.25;
/// Differences that an occurrence may have to the consensus so far: so many, and so many for each of its letters.
inline constexpr double differences_at_once = 1.5;
inline constexpr double differences_per_letter = 0.15;
/// Letters of a consensus at least: adapters and primers have more, and shorter words recur in genomes.
inline constexpr unsigned least_letters = 15;
/// A run of one letter at the end of a consensus that is behind the adapter: what a sequencer reads where nothing is.
/// So many letters, after four for each other letter between them are taken off.
inline constexpr int trailing_run = 6;
/// Letters of a consensus at most. Longer ones are abundant inserts, which are reported in pieces.
inline constexpr unsigned most_letters = 400;

// Reads and consensus.

/// Letters by which a read must overlap a consensus to hold it: the letters of a word.
inline constexpr std::uint64_t least_overlap = word_letters;
/// Differences for each overlapping letter: short reads have up to 2 % errors, long ones 5 % and more. A random
/// occurrence of 12 letters with one difference is expected in one of 4,500 reads of 100 letters; the seeds of eight
/// equal letters that are asked for as well leave fewer.
inline constexpr double short_read_differences = 0.1;
inline constexpr double long_read_differences = 0.2;
/// Reads longer than this come from a platform with insertions and deletions.
inline constexpr std::uint64_t longest_short_read = 400;

// Verdicts.

/// Of the places that unrelated starts would give, those that begin inside the consensus: an abundant insert has all
/// but those that errors hide, an adapter none; measured, 1 % of them in soil reads. (For a read of L letters and a
/// consensus of n, unrelated starts begin inside it in (n - 12) of (L + n - 24) cases.)
inline constexpr double inside_part = 0.1;
/// The chance that unrelated starts give so few, at most: with less evidence nothing is called an adapter.
inline constexpr double inside_by_chance = 0.05;
/// A tag begins at one letter, or one beside it, or within the first letters, in so many of its reads; an adapter of
/// long reads ends within the last ones. The first and last letters say something only where unrelated starts would put
/// fewer reads there than this part.
inline constexpr double one_place = 0.8;
inline constexpr std::uint64_t end_letters = 20;
inline constexpr std::uint64_t end_letters_of_long_reads = 60;
/// Letters that an adapter or a tag has at most; kits publish up to 70, with their barcodes 100.
inline constexpr std::size_t longest_adapter = 110;
/// Of the reads, those in which an adapter begins at one letter, or one beside it, at most, where it is whole in all of
/// them: with inserts whose lengths vary by ten letters (their standard deviation) these are an eighth; in an amplicon
/// of 16S rRNA a conserved part begins at a few places, and at the first of them in two fifths.
inline constexpr double spread_start = 0.2;
/// The last letter at which a tag begins: linkers between barcodes stand behind 18 to 60 letters, conserved parts of an
/// amplicon anywhere.
inline constexpr std::size_t latest_tag = 60;
inline constexpr double placed_by_chance = 0.4;
/// The chance that so many of its reads hold it there, at most: among hundreds of pieces of what was sequenced, some
/// stand near an end in eight of ten reads.
inline constexpr double placed_evidence = 1e-6;
/// Short reads hold an adapter on one strand, and what they are of on both: more of the other strand is no adapter.
inline constexpr double other_strand_share = 0.2;
/// Mates that show that the insert ends where an adapter begins: a few cannot be chance.
inline constexpr std::uint64_t least_confirmed = 10;
/// A repeat stands more than once in so many of its reads, or repeats words of up to so many letters.
inline constexpr double several_share = 0.3;
inline constexpr unsigned longest_period = 12;
/// Letters of a consensus that follow its period.
inline constexpr double periodic_share = 0.9;
inline constexpr double poly_share = 0.85;
/// Part of the reads that a consensus covers from end to end: identical reads, which are an insert.
inline constexpr double covering_share = 0.5;

// Names.

/// A known adapter gives its name where the overlap has at least so many letters, so many of them equal.
inline constexpr unsigned named_overlap = 12;
inline constexpr double named_identity = 0.9;

} // namespace concord::adapters::threshold
