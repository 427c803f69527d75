# 75: the signal came, a checkpoint is written. The job goes back into the queue, and on from there.
turn=${SLURM_RESTART_COUNT:-0}
if [ "$code" -eq 75 ] && [ "$turn" -lt "${ODDSMITH_TURNS:-100}" ]; then
  echo "stopped before the time limit; turn $((turn + 2)) goes on with it"
  scontrol requeue "@{identity}"
fi
exit "$code"
