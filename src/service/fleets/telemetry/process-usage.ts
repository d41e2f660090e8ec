import type { AgentUsage } from '../../../contract/entities/fleet-agent.ts';
import { formatTime } from '../../clock.ts';
import type { CounterPoint } from './read-metrics.ts';

export type ProcessUsage = {
  at: number;
  /** Between the two newest reports, 100 per core; undefined before two of one process. */
  cpuPercent: number | undefined;
  memoryBytes: number | undefined;
};

type Known = ProcessUsage & { cpu: CounterPoint | undefined };

/** Some metric exporters add the unit or `_total`. */
const CPU = /^otelcol_process_cpu_seconds(?:_total)?$/;
const MEMORY = /^otelcol_process_memory_rss(?:_bytes)?$/;

/** Two reports of a minute each may be missing. */
const CURRENT_MS = 2 * 60_000;

export const isProcessMetric = (name: string): boolean => CPU.test(name) || MEMORY.test(name);

/**
 * Null before the first report.
 * @param now Unix milliseconds
 */
export const toUsage = (
  usage: ProcessUsage | undefined,
  isConnected: boolean,
  now: number,
): AgentUsage | null =>
  usage
    ? {
        cpuPercent: usage.cpuPercent ?? null,
        memoryBytes: usage.memoryBytes ?? null,
        at: formatTime(usage.at),
        isCurrent: isConnected && now - usage.at <= CURRENT_MS,
      }
    : null;

/** By the agent's own clock, since reports may be delayed. */
function computePercent(cpu: CounterPoint, before: CounterPoint | undefined): number | undefined {
  const isDelta = cpu.temporality === 'DELTA';
  const since = isDelta ? cpu.start : before?.time;
  const isAnew = !isDelta && (cpu.start !== before?.start || cpu.value < before.value);
  if (isAnew || since === undefined || since === 0n || cpu.time <= since) return undefined;
  const grown = isDelta ? cpu.value : cpu.value - (before?.value ?? 0);
  return (grown / (Number(cpu.time - since) / 1e9)) * 100;
}

/** Repeated or late. A higher value is new: the clock was set back. */
const isLate = (cpu: CounterPoint, before: CounterPoint): boolean =>
  cpu.start === before.start && cpu.time <= before.time && cpu.value <= before.value;

/** Collectors' latest usage; not stored. */
export function createProcessUsages() {
  const agents = new Map<string, Known>();
  return {
    /** @param now Unix milliseconds */
    take(agentId: string, points: readonly CounterPoint[], now: number): void {
      const cpu = points.findLast(({ name }) => CPU.test(name));
      const memory = points.findLast(({ name }) => MEMORY.test(name));
      const before = agents.get(agentId)?.cpu;
      if ((!cpu && !memory) || (cpu && before && isLate(cpu, before))) return;
      agents.set(agentId, {
        at: now,
        cpu,
        cpuPercent: cpu && computePercent(cpu, before),
        memoryBytes: memory?.value,
      });
    },
    find: (agentId: string): ProcessUsage | undefined => agents.get(agentId),
    forget: (agentId: string) => agents.delete(agentId),
  };
}
