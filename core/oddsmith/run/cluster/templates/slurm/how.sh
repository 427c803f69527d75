# Where the program is: in an Apptainer image, in a Python environment, or on the search path.
# shellcheck source=/dev/null
if [ -n "${ODDSMITH_SETUP:-}" ]; then . "$ODDSMITH_SETUP"; fi # e.g. a file with `module load openmpi`
if [ -n "${ODDSMITH_IMAGE:=@{image}}" ]; then
  pipeline=(apptainer exec --bind "$PWD" --pwd "$PWD" "$ODDSMITH_IMAGE" pipeline)
elif [ -n "${ODDSMITH_VENV:=@{environment}}" ]; then
  pipeline=("$ODDSMITH_VENV/bin/pipeline")
else
  pipeline=(pipeline)
fi
export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK" # srun does not take it from sbatch by itself
