// Slow: the mock of a cluster lets a killed member time out before the next one may read.

import { expect, it } from 'vitest';
import { killWhileMoving } from '../harness/kafka/kill-engine.ts';
import { KCAT, kcat, startMockCluster } from '../harness/kafka/mock-cluster.ts';

it.skipIf(kcat === null)(
  `loses no message of Kafka when the engine is killed, with ${KCAT} [R1]`,
  async () => {
    const cluster = await startMockCluster();
    try {
      const { lost, repeated, uncommitted } = await killWhileMoving(cluster, 1, 3000);
      expect(lost).toBe(0);
      expect(repeated).toBeLessThanOrEqual(uncommitted);
    } finally {
      await cluster.stop();
    }
  },
  300_000,
);
