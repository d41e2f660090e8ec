// Slow: the mock of a cluster lets a killed member time out before the next one may read.

import { expect, it } from 'vitest';
import { killWhileMoving } from '../harness/kafka/kill-engine.ts';
import { KCAT, kcat, startMockCluster } from '../harness/kafka/mock-cluster.ts';

it.skipIf(kcat === null)(
  `loses no message of Kafka when the engine is killed, with ${KCAT} [R1]`,
  async () => {
    const cluster = await startMockCluster();
    try {
      const { brokers, produce, readAsync } = cluster;
      const killable = { brokers, produce, read: readAsync };
      const { lost, repeated, uncommitted } = await killWhileMoving(killable, 1, 3000);
      expect(lost).toBe(0);
      expect(repeated).toBeLessThanOrEqual(uncommitted);
    } finally {
      await cluster.stop();
    }
  },
  300_000,
);

it.skipIf(kcat === null)(
  `the door to the mock cluster stays open during reads, with ${KCAT}`,
  async () => {
    const cluster = await startMockCluster();
    try {
      cluster.produce('read', ['{"n":0}']);
      let turns = 0;
      const counting = setInterval(() => turns++, 1);
      const found = await cluster.readAsync('read');
      clearInterval(counting);
      expect(found).toEqual(['{"n":0}']);
      expect(turns).toBeGreaterThan(0);
    } finally {
      await cluster.stop();
    }
  },
  60_000,
);
