/** Processor time of `run` in milliseconds: what else the machine does is not in it. */
export function timeOf(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
