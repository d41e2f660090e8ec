import { randomBytes } from 'node:crypto';
import { TAP } from '../../collector/tap.ts';
import type { TapEvent } from '../../engine/port.ts';
import type { FleetAgentRow } from '../store/schema.ts';
import type { AgentReport } from './opamp/report.ts';

const SEPARATOR = '+tap-';

export type AgentTap = {
  content: string;
  onEvents: (events: TapEvent[]) => void;
  onEnd: (reason: string) => void;
};
type OpenTap = AgentTap & { base: string; hash: string };

export type AgentTaps = ReturnType<typeof createTaps>;

/**
 * Taps in Collectors, in memory only. An agent that reports an unknown tap, as after a service restart, gets
 * its configuration again.
 */
export function createTaps() {
  const open = new Map<string, OpenTap>();
  const running = new Map<string, string>();

  const end = (agentId: string, reason: string): void => {
    const tap = open.get(agentId);
    open.delete(agentId);
    tap?.onEnd(reason);
  };

  return {
    isOpen: (agentId: string): boolean => open.has(agentId),
    /** @param base hash of the agent's assigned and running configuration */
    open(agentId: string, base: string, tap: AgentTap): void {
      open.set(agentId, { ...tap, base, hash: `${base}${SEPARATOR}${randomBytes(8).toString('hex')}` });
    },
    isChanging: (agentId: string): boolean => open.get(agentId)?.hash !== running.get(agentId),
    /** Does not call `onEnd`. */
    close: (agentId: string): void => void open.delete(agentId),
    end,
    take: (agentId: string, events: TapEvent[]): void => open.get(agentId)?.onEvents(events),
    /** The agent's tap; ends one of a configuration no longer assigned. */
    of({ id, target_hash }: Pick<FleetAgentRow, 'id' | 'target_hash'>): OpenTap | undefined {
      const tap = open.get(id);
      if (tap && tap.base !== target_hash) end(id, 'Another configuration was offered to its agent');
      return open.get(id);
    },
    runs: (agentId: string): string | undefined => running.get(agentId),
    forget(agentId: string): void {
      end(agentId, 'Its agent was deleted');
      running.delete(agentId);
    },
    hear(agentId: string, { config, effective, ...report }: AgentReport): AgentReport {
      const plain: AgentReport = {
        ...report,
        ...(effective === undefined || effective.includes(TAP) ? {} : { effective }),
      };
      if (!config) return plain;
      const [base = '', mark] = config.hash.split(SEPARATOR);
      if (mark === undefined) {
        const isReturning = running.has(agentId) && config.state === 'APPLYING';
        if (isReturning) return plain;
        running.delete(agentId);
        return { ...plain, config };
      }
      running.set(agentId, config.hash);
      if (config.state === 'FAILED' && open.get(agentId)?.hash === config.hash)
        end(agentId, `Its Collector did not start with the tap: ${config.problem || 'it gives no reason'}`);
      return config.state === 'APPLIED' ? { ...plain, config: { ...config, hash: base } } : plain;
    },
  };
}
