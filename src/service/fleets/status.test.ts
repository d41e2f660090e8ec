import { expect, test } from 'vitest';
import type { ListedAgentRow } from '../store/fleet-agents.ts';
import { AGENT_CAN } from './opamp/messages.ts';
import { judgeAgent, OVERDUE_MS } from './status.ts';

type State = {
  isConnected: boolean;
  accepts: boolean;
  target: '' | 'new';
  reported: '' | 'new' | 'old';
  said: 'UNSET' | 'APPLYING' | 'APPLIED' | 'FAILED';
  health: boolean | undefined;
  offered: 'no' | 'now' | 'late';
};
const BOTH = [true, false];
const NOW = 1_800_000_000_000;

const STATES: State[] = BOTH.flatMap((isConnected) =>
  BOTH.flatMap((accepts) =>
    (['', 'new'] as const).flatMap((target) =>
      (['', 'new', 'old'] as const).flatMap((reported) =>
        (['UNSET', 'APPLYING', 'APPLIED', 'FAILED'] as const).flatMap((said) =>
          [undefined, true, false].flatMap((health) =>
            (['no', 'now', 'late'] as const).map((offered) => ({
              ...{ isConnected, accepts, target, reported, said, health, offered },
            })),
          ),
        ),
      ),
    ),
  ),
);

const judge = ({ isConnected, accepts, target, reported, said, health, offered }: State) =>
  judgeAgent(
    {
      capabilities: accepts ? AGENT_CAN.acceptRemoteConfig : 0,
      target_hash: target,
      target_at: NOW - 10 * OVERDUE_MS,
      offered_at: { no: 0, now: NOW - OVERDUE_MS, late: NOW - OVERDUE_MS - 1 }[offered],
      config_hash: reported,
      config_state: said,
      config_problem: '',
      health:
        health === undefined
          ? ''
          : JSON.stringify({ isHealthy: health, status: '', error: '', components: {} }),
    } as ListedAgentRow,
    isConnected,
    NOW,
  );

test('an agent is healthy only while it runs what it is to run [R2.1-39]', () => {
  for (const state of STATES) {
    const { isConnected, accepts, target, reported, said, health } = state;
    const runs = target !== '' && reported === target && said === 'APPLIED';
    const isHealthy = isConnected && accepts && runs && health !== false;
    expect(judge(state).status === 'HEALTHY', JSON.stringify(state)).toBe(isHealthy);
  }
});

test('every state of an agent but health has a reason', () => {
  for (const state of STATES) {
    const { status, reason } = judge(state);
    expect(reason === '', JSON.stringify(state)).toBe(status === 'HEALTHY');
  }
});

test('no agent is configuring for ever after it was offered, whatever it reports', () => {
  for (const state of STATES.filter(({ offered }) => offered === 'late'))
    expect(judge(state).status, JSON.stringify(state)).not.toBe('CONFIGURING');
});

test('no agent is late with what it was not offered', () => {
  for (const state of STATES.filter(({ offered }) => offered === 'no'))
    expect(judge(state).reason, JSON.stringify(state)).not.toMatch(/was offered/);
});

test('a configuration that failed is an error, as is ill health, of who is connected', () => {
  for (const state of STATES.filter(({ isConnected, accepts }) => isConnected && accepts)) {
    const { target, reported, said, health } = state;
    if (health === false || (target !== '' && reported === target && said === 'FAILED'))
      expect(judge(state).status, JSON.stringify(state)).toBe('ERROR');
  }
});

test('who is not connected says nothing of now, and none is managed without configuration', () => {
  for (const state of STATES) {
    const { status } = judge(state);
    expect(status === 'DISCONNECTED', JSON.stringify(state)).toBe(!state.isConnected);
    if (state.target === '') expect(['DISCONNECTED', 'UNMANAGED', 'ERROR']).toContain(status);
  }
});
