import type { Socket } from 'node:net';
import type { Connection } from '@platformatic/kafka';
import { AnswerTooLarge, answer, MIB } from './answer-budget.ts';

const LENGTH_BYTES = 4;
const CORRELATION_BYTES = 4;
/** Over all clusters. */
const UNFINISHED_MOST_BYTES = 256 * MIB;

let unfinishedBytes = 0;

/** A TLS port answers with a TLS record, which the client recognizes. */
const isTlsRecord = (chunk: Buffer): boolean => chunk[0]! >= 0x14 && chunk[0]! <= 0x17 && chunk[1] === 0x03;

class AnswerCollector {
  private readonly mostBytes: number;
  private readonly take: (answers: Buffer) => void;
  private chunks: Buffer[] = [];
  private held = 0;
  private wanted = 0;

  constructor(mostBytes: number, take: (answers: Buffer) => void) {
    this.mostBytes = mostBytes;
    this.take = take;
  }

  /** @throws AnswerTooLarge, and the client's errors for unexpected answers */
  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.count(chunk.length);
    while (this.held >= Math.max(this.wanted, LENGTH_BYTES)) {
      if (this.wanted === 0) {
        this.wanted = this.readLength();
        continue;
      }
      const all = this.whole();
      const one = all.subarray(0, this.wanted);
      this.chunks = all.length > this.wanted ? [all.subarray(this.wanted)] : [];
      this.count(-this.wanted);
      this.wanted = 0;
      answer.begin();
      this.take(one);
    }
    if (unfinishedBytes > UNFINISHED_MOST_BYTES)
      throw new AnswerTooLarge(
        `brokers have begun answers of more than ${UNFINISHED_MOST_BYTES / MIB} MiB together`,
      );
  }

  end(): void {
    this.chunks = [];
    this.count(-this.held);
  }

  private count(bytes: number): void {
    this.held += bytes;
    unfinishedBytes += bytes;
  }

  private whole(): Buffer {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0] as Buffer;
  }

  private readLength(): number {
    const length = this.whole().readInt32BE(0);
    if (length < CORRELATION_BYTES || length > this.mostBytes)
      throw new AnswerTooLarge(
        `an answer of ${length} bytes was announced, at most ${this.mostBytes} are allowed`,
      );
    return LENGTH_BYTES + length;
  }
}

type Listen = (event: string, listener: (...given: never[]) => void) => Socket;

function guardSocket(socket: Socket, mostBytes: number, refused: (reason: unknown) => void): void {
  const on = socket.on.bind(socket) as Listen;
  const guarded: Listen = (event, listener) => {
    if (event !== 'data') return on(event, listener);
    const take = listener as (chunk: Buffer) => void;
    const collector = new AnswerCollector(mostBytes, take);
    let isFirst = true;
    on('close', () => collector.end());
    return on('data', (chunk: Buffer) => {
      try {
        if (isFirst && isTlsRecord(chunk)) take(chunk);
        else collector.add(chunk);
      } catch (error) {
        refused(error);
        socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
      isFirst = false;
    });
  };
  socket.on = guarded as typeof socket.on;
}

/** Apache Kafka advises at most a few thousand per broker. */
const PARTITIONS_MOST = 1_000_000;
/** Records of messages name no partition. */
const RECORDS = 'records';

/** Partitions of a topic in the metadata are numbered without gaps. @throws RangeError */
function requireAll(list: readonly unknown[]): void {
  const named = list.flatMap((one) => (isLed(one) ? [one.partitionIndex] : []));
  if (named.length === 0) return;
  const known = new Set(named);
  for (let i = 0; i < named.length; i++)
    if (!known.has(i)) throw new RangeError(`An answer leaves out partition ${i} of ${named.length}`);
}

const isLed = (value: unknown): value is { partitionIndex: number } =>
  typeof value === 'object' && value !== null && 'leaderId' in value && 'partitionIndex' in value;

/**
 * The client indexes arrays by the partition numbers that brokers send: a large one makes it visit billions
 * of entries.
 * @throws RangeError
 */
function requirePartitions(value: unknown): void {
  if (Array.isArray(value)) {
    for (const one of value) requirePartitions(one);
    requireAll(value);
    return;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === RECORDS) continue;
    if (name === 'partitionIndex' && !(inner >= 0 && inner < PARTITIONS_MOST))
      throw new RangeError(`An answer names a partition ${inner}`);
    requirePartitions(inner);
  }
}

const SEND_PARSER = 3;

type Call = (...given: unknown[]) => unknown;
type Done = (error: Error | null, value: unknown) => void;

/**
 * The client collects answers of any length, and its parse errors would end the process. Call before opening
 * the connection.
 */
export function guardAnswers(connection: Connection, mostBytes: number): void {
  const connect = connection.connect.bind(connection) as Call;
  const send = connection.send.bind(connection) as Call;
  let reason: unknown;
  Object.assign(connection, {
    connect: (...given: unknown[]) => {
      const result = connect(...given);
      if (connection.socket)
        guardSocket(connection.socket, mostBytes, (error) => {
          reason ??= error;
        });
      return result;
    },
    // Waiting requests only see a closed connection.
    send: (...given: unknown[]) => {
      const done = given.pop() as Done;
      const parse = given[SEND_PARSER] as Call;
      given[SEND_PARSER] = (...parts: unknown[]) => {
        const parsed = parse(...parts);
        requirePartitions(parsed);
        return parsed;
      };
      const explained: Done = (error, value) => {
        if (error && reason !== undefined) error.cause ??= reason;
        done(error, value);
      };
      return send(...given, explained);
    },
  });
}
