// Adapters and tags in reads, single or paired.
process CONCORD_ADAPTERS {
    tag "$meta.id"
    label 'process_low'
    conda "${moduleDir}/../environment.yml"

    input:
    tuple val(meta), path(reads)

    output:
    tuple val(meta), path("*.tsv"),      emit: table
    tuple val(meta), path("*.fasta"),    emit: fasta
    tuple val(meta), path("*.html"),     emit: report
    tuple val(meta), path("*_mqc.json"), emit: multiqc
    path "versions.yml",                 emit: versions

    when:
    task.ext.when == null || task.ext.when

    script:
    def args   = task.ext.args ?: ''
    def prefix = task.ext.prefix ?: "${meta.id}"
    def memory = task.memory ? "--memory ${task.memory.toMega()}M" : ''
    """
    concord adapters \\
        --threads $task.cpus \\
        $memory \\
        --progress never \\
        --format tsv \\
        --output ${prefix}.tsv \\
        --fasta ${prefix}.fasta \\
        --report ${prefix}.html \\
        --multiqc ${prefix}_mqc.json \\
        $args \\
        $reads

    cat <<-END_VERSIONS > versions.yml
    "${task.process}":
        concord: \$(concord --version | sed 's/concord //')
    END_VERSIONS
    """

    stub:
    def prefix = task.ext.prefix ?: "${meta.id}"
    """
    touch ${prefix}.tsv ${prefix}.fasta ${prefix}.html ${prefix}_mqc.json versions.yml
    """
}
