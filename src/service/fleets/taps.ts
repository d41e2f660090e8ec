import { randomBytes } from 'node:crypto';
import { TAP } from '../../collector/tap.ts';
import type { TapEvent } from '../../engine/port.ts';
import type { FleetAgentRow } from '../store/schema.ts';
import type { AgentReport } from './opamp/report.ts';

/** Between the hash of what an agent is to run and what tells a tap of it apart. */
const SEPARATOR = '+tap-';

/** What one agent runs for a while besides: its configuration with a tap. */
export type AgentTap = {
  content: string;
  onEvents: (events: TapEvent[]) => void;
  onEnd: (reason: string) => void;
};
type OpenTap = AgentTap & { base: string; hash: string };

export type AgentTaps = ReturnType<typeof createTaps>;

/**
 * Taps in the Collectors of agents, in memory only: an agent that reports one that is not open, such as after a
 * restart of the service, is offered its configuration again.
 */
export function createTaps() {
  const open = new Map<string, OpenTap>();
  /** Hash of the tapped configuration that an agent has said last. */
  const running = new Map<string, string>();

  const end = (agentId: string, reason: string): void => {
    const tap = open.get(agentId);
    open.delete(agentId);
    tap?.onEnd(reason);
  };

  return {
    isOpen: (agentId: string): boolean => open.has(agentId),
    /** @param base hash of what the agent runs and is to run */
    open(agentId: string, base: string, tap: AgentTap): void {
      open.set(agentId, { ...tap, base, hash: `${base}${SEPARATOR}${randomBytes(8).toString('hex')}` });
    },
    /** It is to go over to a tap, or back. */
    isChanging: (agentId: string): boolean => open.get(agentId)?.hash !== running.get(agentId),
    /** Does not call `onEnd`. */
    close: (agentId: string): void => void open.delete(agentId),
    end,
    take: (agentId: string, events: TapEvent[]): void => open.get(agentId)?.onEvents(events),
    /** The tap that the agent is to run; one of another configuration than its own ends. */
    of({ id, target_hash }: Pick<FleetAgentRow, 'id' | 'target_hash'>): OpenTap | undefined {
      const tap = open.get(id);
      if (tap && tap.base !== target_hash) end(id, 'Another configuration was offered to its agent');
      return open.get(id);
    },
    /** Hash of the tapped configuration that it runs, or goes back from; undefined without one. */
    runs: (agentId: string): string | undefined => running.get(agentId),
    forget(agentId: string): void {
      end(agentId, 'Its agent was deleted');
      running.delete(agentId);
    },
    /** What the agent says of its configuration, without the tap. */
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
