import { beforeEach, describe, expect, test } from 'vitest';
import { AGENTS_PER_FLEET, createConversation } from './conversation.ts';
import type { AgentReport } from './opamp/report.ts';
import type { Speaker } from './presence.ts';

type Tools = Parameters<typeof createConversation>[0];

let time = 0;
let agents = 0;
beforeEach(() => {
  time = 0;
  agents = 0;
});

/** A service with many agents; the new ones' token is used up. */
function startConversation() {
  const tx = {
    fleets: { find: async () => ({ id: '1' }) },
    fleetAgents: { findByUid: async () => undefined, count: async () => agents },
    fleetTokens: { find: async () => ({ uses: 1, uses_max: 1 }) },
  };
  return createConversation({
    store: tx,
    clock: () => time,
    steady: () => time,
    inBatch: (work: (given: typeof tx) => Promise<unknown>) => work(tx),
  } as unknown as Tools);
}

const speakerOf = (id: string) =>
  ({ fleetId: '1', token: { id, fleet_id: '1', expires_at: 0 }, origin: '' }) as unknown as Speaker;
let known = 0;
const makeReport = (): AgentReport => {
  known += 1;
  return {
    ...{ instanceUid: known.toString(16).padStart(32, '0'), asksForUid: false, sequence: 1n },
    ...{ capabilities: 0, attributes: {}, saysCustom: false, isLeaving: false },
  };
};

describe('limits of enrollment', () => {
  test('with one token 6,000 agents a minute; later ones come spread over time', async () => {
    const { receive } = startConversation();
    const enroll = async (token: string) => (await receive(makeReport(), speakerOf(token))).answer.error;
    const usedUp = { message: 'This enrollment token has enrolled as many agents as it may' };
    for (let n = 0; n < 6000; n += 1) expect(await enroll('1')).toEqual(usedUp);
    const told = [];
    for (let n = 0; n < 1000; n += 1) told.push(await enroll('1'));
    expect(new Set(told.map((error) => error?.message))).toEqual(
      new Set(['Too many agents enroll at once; try again later']),
    );
    const seconds = told.map((error) => error?.retryAfterSeconds ?? 0);
    expect(Math.max(...seconds)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(11);
    expect(await enroll('2')).toEqual(usedUp);
    time += 1000;
    for (let n = 0; n < 100; n += 1) expect(await enroll('1')).toEqual(usedUp);
    expect((await enroll('1'))?.retryAfterSeconds).toBeGreaterThan(0);
  });

  test('a fleet of 20,000 takes no more, and one fewer does', async () => {
    const { receive } = startConversation();
    const enroll = async () => (await receive(makeReport(), speakerOf('1'))).answer.error;
    agents = AGENTS_PER_FLEET - 1;
    expect((await enroll())?.message).toContain('as many agents as it may');
    agents = AGENTS_PER_FLEET;
    expect(await enroll()).toEqual({
      message: 'This fleet has 20000 agents already; create another one',
      retryAfterSeconds: 3600,
    });
  });
});
