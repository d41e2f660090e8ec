import type { SinkComponent } from '../components/types.ts';
import type { PlanNode } from '../port.ts';
import { FileCheckpoint } from './durable-file.ts';
import type { EngineParts } from './parts.ts';
import { noArchive, nodeRefusal, unknownTemplate } from './problems.ts';
import { SinkHost } from './sink-host.ts';
import { type Attachment, SourceHost } from './source-host.ts';
import type { Undo } from './undo.ts';

/** As an archive a destination is open by itself: what it writes there lies elsewhere. */
const keyOf = ({ componentId, isArchive }: PlanNode): string =>
  isArchive ? `archive-${componentId}` : componentId;

/** The open destinations of a site. */
export class SinkHosts {
  readonly #parts: EngineParts;
  readonly #hosts = new Map<string, SinkHost>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  all(): SinkHost[] {
    return [...this.#hosts.values()];
  }

  /**
   * The destination, open with this node's settings; opened anew when forced, even if they did not change.
   * @throws EngineError
   */
  async ensure(node: PlanNode, undo: Undo, isForced: boolean): Promise<SinkHost> {
    try {
      const existing = this.#hosts.get(keyOf(node));
      if (existing) {
        if (!isForced && existing.isOpenWith(node.config)) return existing;
        const former = existing.config;
        undo.add(() => existing.restore(former));
        await existing.reopen(node.config, undo.signal);
        return existing;
      }
      return await this.#open(node, undo);
    } catch (error) {
      throw nodeRefusal(node, error);
    }
  }

  /** Closes a destination that no pipeline writes to any more. */
  async release(host: SinkHost): Promise<void> {
    if (host.owners.size > 0 || this.#hosts.get(host.identity.sinkId) !== host) return;
    this.#hosts.delete(host.identity.sinkId);
    // Nobody writes to it any more: what does not close ends by itself.
    await host.close().catch(() => {});
  }

  async #open(node: PlanNode, undo: Undo): Promise<SinkHost> {
    const component = this.#componentOf(node);
    const { siteId, claims, errors, answerLimitMs } = this.#parts;
    const identity = { siteId, sinkId: keyOf(node), name: node.name };
    const host = new SinkHost(identity, component, { claims, errors, answerLimitMs });
    await host.open(node.config, undo.signal);
    this.#hosts.set(keyOf(node), host);
    undo.add(() => this.release(host));
    return host;
  }

  #componentOf(node: PlanNode): SinkComponent {
    const component = this.#parts.components.sinks[node.templateId];
    if (!component) throw unknownTemplate(node);
    if (!node.isArchive) return component;
    const { openArchive } = component;
    if (!openArchive) throw noArchive(node);
    return { ...component, open: openArchive, sendsIds: () => false };
  }
}

/** The running sources of a site. */
export class SourceHosts {
  readonly #parts: EngineParts;
  readonly #hosts = new Map<string, SourceHost>();
  readonly #archives = new Map<string, Map<string, Attachment>>();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  all(): SourceHost[] {
    return [...this.#hosts.values()];
  }

  /** From now on the archive gets what the source takes in. */
  archive(sourceId: string, archiveId: string, attachment: Attachment): void {
    this.endArchive(archiveId);
    this.#archivesOf(sourceId).set(archiveId, attachment);
    this.#hosts.get(sourceId)?.archivesChanged();
  }

  /** Until it is there again the source takes nothing in. */
  holdArchive(archiveId: string): void {
    for (const [sourceId, archives] of this.#archives) {
      const attachment = archives.get(archiveId);
      if (!attachment) continue;
      archives.set(archiveId, { ...attachment, paused: true });
      this.#hosts.get(sourceId)?.archivesChanged();
    }
  }

  endArchive(archiveId: string): void {
    for (const [sourceId, archives] of this.#archives)
      if (archives.delete(archiveId)) this.#hosts.get(sourceId)?.archivesChanged();
  }

  #archivesOf(sourceId: string): Map<string, Attachment> {
    const archives = this.#archives.get(sourceId) ?? new Map<string, Attachment>();
    this.#archives.set(sourceId, archives);
    return archives;
  }

  get(sourceId: string): SourceHost | undefined {
    return this.#hosts.get(sourceId);
  }

  /**
   * The source, running with this node's settings; one that runs with them already is left alone, unless
   * forced: then it is started anew.
   * @throws EngineError
   */
  async ensure(node: PlanNode, undo: Undo, isForced: boolean): Promise<SourceHost> {
    try {
      const existing = this.#hosts.get(node.componentId);
      if (existing) {
        if (!isForced && existing.isRunningWith(node.config)) return existing;
        const former = existing.config;
        await (isForced ? existing.restart(node.config) : existing.change(node.config));
        undo.add(async () => {
          if (!existing.isRunningWith(former)) await existing.change(former);
        });
        return existing;
      }
      return await this.#start(node, undo);
    } catch (error) {
      throw nodeRefusal(node, error);
    }
  }

  /** Stops a source that no pipeline uses any more. */
  async release(host: SourceHost): Promise<void> {
    if (host.isUsed || this.#hosts.get(host.identity.sourceId) !== host) return;
    this.#hosts.delete(host.identity.sourceId);
    await host.stop();
  }

  async #start(node: PlanNode, undo: Undo): Promise<SourceHost> {
    const component = this.#parts.components.sources[node.templateId];
    if (!component) throw unknownTemplate(node);
    const { siteId, pool, claims, errors, folders, answerLimitMs } = this.#parts;
    const checkpoint = new FileCheckpoint(folders.checkpoints, node.componentId);
    const identity = { siteId, sourceId: node.componentId, name: node.name };
    const archives = this.#archivesOf(node.componentId);
    const deps = { pool, claims, errors, checkpoint, archives, answerLimitMs };
    const host = new SourceHost(identity, component, deps);
    await host.start(node.config);
    this.#hosts.set(node.componentId, host);
    undo.add(() => this.release(host));
    return host;
  }
}
