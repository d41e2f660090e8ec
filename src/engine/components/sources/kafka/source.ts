import type { ConnectionPool, Consumer } from '@platformatic/kafka';
import { z } from 'zod';
import { getErrorMessage } from '../../../../contract/values.ts';
import { backoffMs, pause } from '../../../topology/backoff.ts';
import { clusterOptions, guardConnections, type KafkaClient, loadClient } from '../../shared/kafka/client.ts';
import { kafkaProblem } from '../../shared/kafka/problems.ts';
import { appendLine, isObject } from '../../shared/payload.ts';
import { settleWithin } from '../../shared/settle.ts';
import { ComponentError, type Finding, type SourceComponent, type SourceContext } from '../../types.ts';
import { type Committing, commitOffsets } from './group-commit.ts';
import { type KafkaSourceConfig, kafkaSourceSchema } from './schema.ts';
import { openStream, Session } from './session.ts';

const CHECK_REQUEST_MS = 10_000;

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, one) => total + one, 0n);

/** Checks the topics without joining the group. @throws ComponentError */
export async function checkTopics(input: Record<string, unknown>): Promise<readonly Finding[]> {
  const config = kafkaSourceSchema.parse(input);
  const client = await loadClient();
  const consumer = new client.Consumer({
    ...clusterOptions(client, config, CHECK_REQUEST_MS),
    groupId: config.group,
    retries: 0,
  });
  guardConnections(consumer.connections, config);
  try {
    const { topics } = config;
    const metadata = await consumer.metadata({ topics: [...topics] });
    const { EARLIEST, LATEST } = client.ListOffsetTimestamps;
    const earliest = await consumer.listOffsets({ topics, timestamp: EARLIEST });
    const latest = await consumer.listOffsets({ topics, timestamp: LATEST });
    return [
      { label: 'Brokers', value: String(metadata.brokers.size) },
      ...topics.map((topic) => {
        const count = metadata.topics.get(topic)?.partitionsCount ?? 0;
        const messages = sum(latest.get(topic) ?? []) - sum(earliest.get(topic) ?? []);
        const partitions = count === 1 ? '1 partition' : `${count} partitions`;
        return { label: `Topic ${topic}`, value: `${partitions}, up to ${messages} messages` };
      }),
    ];
  } catch (error) {
    throw new ComponentError(kafkaProblem(error, config.brokers), { cause: error });
  } finally {
    await consumer.close(true).catch(() => {});
  }
}

const REQUEST_MS = 30_000;
/** After this long without a heartbeat, others take a member's partitions. */
const SESSION_MS = 15_000;
const REBALANCE_MS = 30_000;
const STOP_GRACE_MS = 3000;

const stateSchema = z.object({ version: z.literal(1), group: z.string(), topics: z.array(z.string()) });

const readState = (text: string | null) => {
  try {
    return stateSchema.parse(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
};

class Member {
  private readonly client: KafkaClient;
  private readonly config: KafkaSourceConfig;
  private readonly context: SourceContext;
  private readonly ended = new AbortController();
  private readonly running: Promise<void>;
  private consumer: Consumer | null = null;
  private connections: ConnectionPool | null = null;
  private session: Session | null = null;
  private hasStarted: boolean;

  constructor(client: KafkaClient, config: KafkaSourceConfig, context: SourceContext, saved: string | null) {
    this.client = client;
    this.config = config;
    this.context = context;
    const state = readState(saved);
    this.hasStarted =
      state?.group === config.group && config.topics.every((topic) => state.topics.includes(topic));
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.ended.abort();
    this.session?.end('stopped');
    await settleWithin(STOP_GRACE_MS, [this.running]);
    await this.leave();
  }

  private get isStopped(): boolean {
    return this.ended.signal.aborted;
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.isStopped; ) {
      try {
        const room = this.context.ready();
        if (room) await room;
        if (this.isStopped) return;
        await this.readOnce();
        failures = 0;
      } catch (error) {
        if (this.isStopped) return;
        this.context.report(kafkaProblem(error, this.config.brokers));
        await pause(backoffMs(failures++), this.ended.signal);
      }
    }
  }

  private async readOnce(): Promise<void> {
    const { client, config, context } = this;
    this.consumer ??= this.join();
    const { consumer } = this;
    this.connections ??= this.connect();
    const committing = { client, consumer, connections: this.connections };
    const fallback = this.hasStarted ? 'earliest' : config.startAt;
    const { id } = await consumer.metadata({ topics: [...config.topics] });
    const stream = await openStream(consumer, { config, fallback });
    const session = new Session(
      {
        committing,
        config,
        context,
        fallback,
        describe: (error) => kafkaProblem(error, config.brokers).message,
        started: () => void this.noteStart(),
      },
      id,
    );
    this.session = session;
    if (this.isStopped) session.end('stopped');
    try {
      const ending = await session.run(stream);
      if (ending === 'rebalanced') await this.keepPositions(session, committing);
    } finally {
      this.session = null;
    }
  }

  private join(): Consumer {
    const { client, config } = this;
    const consumer = new client.Consumer({
      ...clusterOptions(client, config, REQUEST_MS),
      groupId: config.group,
      autocommit: false,
      sessionTimeout: SESSION_MS,
      rebalanceTimeout: REBALANCE_MS,
      heartbeatInterval: 3000,
      retries: 4,
      retryDelay: (_client, _operation, attempt) => Math.min(125 * 2 ** attempt, 2000),
    });
    guardConnections(consumer.connections, config);
    // Otherwise each new stream would rejoin, and a rejoining leader rebalances the group.
    consumer.topics.trackAll(...config.topics);
    consumer.on('consumer:group:rebalance', () => this.session?.commitNow());
    consumer.on('consumer:group:join', () => this.session?.end('rebalanced'));
    consumer.on('error', (error) => {
      if (this.consumer !== consumer) return;
      void this.leave();
      this.session?.fail(error);
    });
    return consumer;
  }

  private connect(): ConnectionPool {
    const { client, config } = this;
    const options = clusterOptions(client, config, REQUEST_MS);
    const connections = new client.ConnectionPool(options.clientId, options);
    guardConnections(connections, config);
    return connections;
  }

  /**
   * Commits what became safe after the rebalance began, where the partition stayed here: it would be read
   * again.
   */
  private async keepPositions(session: Session, committing: Committing): Promise<void> {
    const { consumer } = this;
    if (!consumer?.memberId || consumer.generationId !== session.membership.generationId + 1) return;
    const mine = new Set(
      (consumer.assignments ?? []).flatMap(({ topic, partitions }) =>
        partitions.map((partition) => `${topic}:${partition}`),
      ),
    );
    const kept = [...session.positions].flatMap(([key, position]) => (mine.has(key) ? [position] : []));
    if (kept.length === 0) return;
    const membership = { generationId: consumer.generationId, memberId: consumer.memberId };
    await commitOffsets({ ...committing, consumer }, membership, kept);
  }

  private async noteStart(): Promise<void> {
    if (this.hasStarted) return;
    this.hasStarted = true;
    const { group, topics } = this.config;
    try {
      await this.context.checkpoint.save(JSON.stringify({ version: 1, group, topics }));
    } catch (error) {
      this.hasStarted = false;
      this.context.report({
        errorName: 'CheckpointNotSaved',
        message: `The start of the source cannot be saved: ${getErrorMessage(error)}`,
        causes: ['The disk of the data folder is full or not writable'],
        resolutions: ['Free space: it is saved at the next commit'],
        level: 'WARN',
      });
    }
  }

  /** Leaves the group, so that others need not wait for the session timeout. */
  private async leave(): Promise<void> {
    const { consumer, connections } = this;
    this.consumer = null;
    this.connections = null;
    const closing = [consumer?.close(true), connections?.close()];
    await settleWithin(
      STOP_GRACE_MS,
      closing.map((one) => Promise.resolve(one).catch(() => {})),
    );
  }
}

export const kafkaSource: SourceComponent = {
  check: checkTopics,
  read: ({ format }) => {
    if (format === 'text') return appendLine;
    if (format === 'json') return (batch, payload) => void batch.appendJson(payload);
    return (batch, payload) =>
      isObject(payload) ? void batch.appendJson(payload) : appendLine(batch, payload);
  },
  async start(input, context) {
    const config = kafkaSourceSchema.parse(input);
    const member = new Member(await loadClient(), config, context, await context.checkpoint.load());
    return { stop: () => member.stop() };
  },
};
