// One search by independent shards, and a merge:
//   nextflow run main.nf --reads reads.fastq.gz --shards 16 --options "-k 3 -t 1000"
params.shards = 16
params.options = ''
params.answer = 'shared.tsv'

process shard {
    cpus 4

    input:
    tuple val(part), path(reads)

    output:
    path "part.${part}.json"

    script:
    """
    concord substring --threads ${task.cpus} ${params.options} --shard ${part}/${params.shards} \
        --output part.${part}.json ${reads}
    """
}

process merge {
    publishDir '.', mode: 'copy'

    input:
    path parts

    output:
    path params.answer

    script:
    """
    concord merge --output ${params.answer} ${parts}
    """
}

workflow {
    reads = file(params.reads, checkIfExists: true)
    shard(Channel.of(1..params.shards).map { part -> tuple(part, reads) })
    merge(shard.out.collect())
}
