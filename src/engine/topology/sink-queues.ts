import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openBuffer } from '../buffer/open.ts';
import type { RecoveryReport } from '../buffer/types.ts';
import type { BufferConfig, ComponentProblem } from '../components/types.ts';
import { STORED_BYTES } from '../event/encode.ts';
import { shortKey } from '../event/ids.ts';
import type { Gauges } from '../types/metrics.ts';
import type { PlanNode } from '../types/plan.ts';
import { bufferConfigOf } from './buffer-config.ts';
import type { DeadLetters } from './dead-letters.ts';
import { DiskStorage } from './disk-storage.ts';
import type { ErrorOwner } from './error-log.ts';
import type { SinkHosts } from './hosts.ts';
import { MemoryStorage } from './memory-storage.ts';
import type { EngineParts } from './parts.ts';
import { nodeRefusal } from './problems.ts';
import type { SinkHost } from './sink-host.ts';
import { type Rest, SinkQueue } from './sink-queue.ts';
import { QueueAccount } from './sink-writer.ts';
import type { Undo } from './undo.ts';

/** Events of a removed destination are tried this long before they become dead letters. */
const RETIRE_MS = 5 * 60_000;

type Entry = { readonly queue: SinkQueue; readonly buffer: BufferConfig; readonly sinkId: string };
type Change = { readonly node: PlanNode; readonly entry: Entry; readonly buffer: BufferConfig };

/** Running queues are untouched until `commit`. */
export type QueueChanges = { readonly queues: Map<string, Entry>; readonly reopen: Change[] };

/** Includes retiring queues. */
export class SinkQueues {
  readonly #parts: EngineParts;
  readonly #hosts: SinkHosts;
  readonly #pipelineId: string;
  readonly #deadLetters: DeadLetters;
  #queues = new Map<string, Entry>();
  readonly #retiring = new Set<Entry>();
  /** Retired queues whose folders are about to be deleted, by destination. */
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(parts: EngineParts, hosts: SinkHosts, pipelineId: string, deadLetters: DeadLetters) {
    this.#parts = parts;
    this.#hosts = hosts;
    this.#pipelineId = pipelineId;
    this.#deadLetters = deadLetters;
  }

  findQueue(sinkId: string): SinkQueue | undefined {
    return this.#queues.get(sinkId)?.queue;
  }

  /** False when a destination would make these events wait for room. */
  hasRoom(events: number, bytes: number): boolean {
    for (const { queue } of this.#queues.values()) if (!queue.storage.hasRoom(events, bytes)) return false;
    return true;
  }

  /** Size limit of a buffer; infinite where nothing waits for room on disk. */
  boundOf(sinkId: string): number {
    const { mode, whenFull, maxBytes } = this.#queues.get(sinkId)?.buffer ?? {};
    return mode === 'disk' && whenFull === 'block' ? (maxBytes ?? Infinity) : Infinity;
  }

  all(): Entry[] {
    return [...this.#queues.values(), ...this.#retiring];
  }

  fillOf(sinkId: string): Gauges['buffer'] {
    const current = this.#queues.get(sinkId);
    if (!current) return null;
    const fills = this.all().flatMap((entry) =>
      entry.sinkId === sinkId ? [entry.queue.storage.fill()] : [],
    );
    return {
      bytes: fills.reduce((sum, { bytes }) => sum + bytes, 0),
      maxBytes: current.buffer.maxBytes,
      lingerMs: current.queue.deps.host.batching.timeoutMs,
      oldestAgeMs: Math.max(0, ...fills.map(({ oldestAgeMs }) => oldestAgeMs)),
    };
  }

  /**
   * Opens a plan's new queues, all of them when forced; buffers keep their events.
   * @throws EngineError; `undo` then rolls back
   */
  async prepare(nodes: PlanNode[], undo: Undo, isForced: boolean): Promise<QueueChanges> {
    const changes: QueueChanges = { queues: new Map(), reopen: [] };
    for (const node of nodes) {
      const host = await this.#hosts.ensure(node, undo, isForced);
      try {
        const buffer = bufferConfigOf(node.config);
        const entry = this.#queues.get(node.componentId);
        if (entry && isDeepStrictEqual(entry.buffer, buffer)) changes.queues.set(node.componentId, entry);
        else if (entry && entry.buffer.mode === 'disk' && buffer.mode === 'disk')
          changes.reopen.push({ node, entry, buffer });
        else {
          const opened = await this.#open(node, host, buffer, []);
          changes.queues.set(node.componentId, opened);
          undo.add(() => this.#end(opened, 'keep'));
        }
      } catch (error) {
        throw nodeRefusal(node, error);
      }
    }
    return changes;
  }

  /** Applies new limits to disk buffers. Nothing may flow meanwhile. */
  async reopen(changes: QueueChanges): Promise<void> {
    for (const { node, entry, buffer } of changes.reopen) {
      changes.queues.set(
        node.componentId,
        await this.#open(node, entry.queue.deps.host, buffer, [entry.queue]),
      );
    }
  }

  /** Activates the changes; removed queues drain in the background. */
  commit(changes: QueueChanges): void {
    const reopened = new Set(changes.reopen.map((change) => change.entry));
    for (const entry of this.#queues.values())
      if (changes.queues.get(entry.sinkId) !== entry && !reopened.has(entry))
        void this.retire(entry, RETIRE_MS);
    this.#queues = changes.queues;
  }

  /** Drains for up to `ms`, makes the rest dead letters and removes the queue. */
  async retire(entry: Entry, ms: number): Promise<void> {
    this.#queues.delete(entry.sinkId);
    this.#retiring.add(entry);
    await entry.queue.drain(ms);
    if (!this.#retiring.delete(entry)) return;
    const { sinkId } = entry;
    const former = this.#leaving.get(sinkId);
    const leaving = this.#leave(entry, former).finally(() => {
      if (this.#leaving.get(sinkId) === leaving) this.#leaving.delete(sinkId);
    });
    this.#leaving.set(sinkId, leaving);
    await leaving;
  }

  async #leave(entry: Entry, former: Promise<void> | undefined): Promise<void> {
    await former;
    await this.#end(entry, 'dead-letter');
    if (entry.buffer.mode === 'disk')
      await rm(this.#folder(entry.sinkId), { recursive: true, force: true }).catch(() => {});
  }

  async #end(entry: Entry, rest: Rest): Promise<void> {
    const { queue, buffer, sinkId } = entry;
    await queue.end(rest);
    const { buffered: events, bufferedBytes: bytes } = queue.deps.account;
    if (buffer.mode === 'disk' && rest === 'keep')
      this.#parts.metrics.setClosed(this.#pipelineId, sinkId, { events, bytes });
    await this.#hosts.release(queue.deps.host);
  }

  /** `previous` and retiring queues on the same disk buffer end first. */
  async #open(node: PlanNode, host: SinkHost, buffer: BufferConfig, previous: SinkQueue[]): Promise<Entry> {
    const sinkId = node.componentId;
    // A destination removed and added again gets a new folder, not one that is being deleted.
    await this.#leaving.get(sinkId);
    const owner = this.#owner(node);
    const account = new QueueAccount(owner);
    const { pool, errors } = this.#parts;
    const deps = { account, host, pool, errors, deadLetters: this.#deadLetters };
    if (buffer.mode === 'memory') {
      const isOpen = this.all().some((entry) => entry.sinkId === sinkId && entry.buffer.mode === 'disk');
      if (!isOpen && existsSync(this.#folder(sinkId))) await this.#drainPreviousBuffer(node, host);
      const storage = new MemoryStorage(buffer, pool, () => host.batching);
      return { sinkId, buffer, queue: new SinkQueue(deps, storage) };
    }
    for (const entry of this.#retiring) {
      if (entry.sinkId !== sinkId || entry.buffer.mode !== 'disk') continue;
      this.#retiring.delete(entry);
      previous.push(entry.queue);
    }
    const counted = { ...this.#parts.metrics.takeClosed(this.#pipelineId, sinkId) };
    for (const queue of previous) {
      await queue.end('hand over');
      const { account } = queue.deps;
      counted.events += account.buffered;
      counted.bytes += account.bufferedBytes;
      for (const { events, bytes } of queue.storage.leftOver) {
        counted.events -= events;
        counted.bytes -= bytes;
      }
    }
    const { reserve, ledger } = this.#parts;
    const opened = await openBuffer(
      this.#folder(sinkId),
      { mode: 'durable', maxBytes: buffer.maxBytes, whenFull: buffer.whenFull },
      {
        onNotSaved: (error) => reserve.giveUp(error),
        beforeSave: () => ledger.write(this.#pipelineId),
      },
    );
    const { recovery } = opened;
    if (recovery.corruptSegments > 0 || recovery.lostEvents > 0) errors.add(owner, corruption(recovery));
    const idKey = shortKey(this.#pipelineId, sinkId);
    const storage = new DiskStorage(
      opened,
      pool,
      (problem) => errors.add(owner, problem),
      () => (host.sendsIds ? idKey : null),
      () => host.usesOrigin || owner.metrics.taps !== null,
      reserve,
    );
    const { events, bytes } = opened.stats();
    const found = { events, bytes: Math.max(0, bytes - events * STORED_BYTES) };
    const missing = account.restored(found, counted);
    this.#parts.metrics.addCutOff(this.#pipelineId, sinkId, missing - recovery.lostEvents);
    const queue = new SinkQueue(deps, storage);
    for (const ended of previous) queue.adopt(ended);
    return { sinkId, buffer, queue };
  }

  /** Delivers what a disk buffer still holds after a switch to memory. */
  async #drainPreviousBuffer(node: PlanNode, host: SinkHost): Promise<void> {
    const buffer: BufferConfig = { mode: 'disk', maxBytes: Number.MAX_SAFE_INTEGER, whenFull: 'block' };
    void this.retire(await this.#open(node, host, buffer, []), RETIRE_MS);
  }

  #owner(node: PlanNode): ErrorOwner {
    const { id: nodeId, componentId } = node;
    const pipelineId = this.#pipelineId;
    return { pipelineId, componentId, nodeId, metrics: this.#parts.metrics.ensure(pipelineId, componentId) };
  }

  #folder(sinkId: string): string {
    return join(this.#parts.folders.buffers, this.#pipelineId, sinkId);
  }
}

const corruption = (recovery: RecoveryReport): ComponentProblem => ({
  errorName: 'BufferCorrupt',
  message: `The disk buffer was damaged: ${recovery.lostEvents} events are lost, all others were kept`,
  causes: [`${recovery.corruptSegments} segments of the buffer do not have the bytes that were written`],
  resolutions: ['Check the disk of the data folder'],
});
