import { getErrorMessage } from '../../../contract/values.ts';
import type { Checkpoint, SourceContext } from '../types.ts';

type KeeperContext = Pick<SourceContext, 'checkpoint' | 'report'>;

export class CheckpointKeeper {
  private readonly checkpoint: Checkpoint;
  private readonly context: KeeperContext;
  private readonly minPauseMs: number;
  private readonly state: () => string;
  private dirty = false;
  private stopped = false;
  private timer: NodeJS.Timeout | null = null;
  private saving: Promise<void> = Promise.resolve();

  constructor(context: KeeperContext, minPauseMs: number, state: () => string) {
    this.checkpoint = context.checkpoint;
    this.context = context;
    this.minPauseMs = minPauseMs;
    this.state = state;
  }

  changed(): void {
    if (this.stopped) return;
    this.dirty = true;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.saveNow();
    }, this.minPauseMs);
  }

  saveNow(): Promise<void> {
    this.saving = this.saving.then(() => this.saveOnce());
    return this.saving;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.saveNow();
  }

  private async saveOnce(): Promise<void> {
    if (!this.dirty) return;
    this.dirty = false;
    try {
      await this.checkpoint.save(this.state());
    } catch (error) {
      this.dirty = true;
      this.context.report({
        errorName: 'CheckpointNotSaved',
        message: `The position of the source cannot be saved: ${getErrorMessage(error)}`,
        causes: ['The disk of the data folder is full or not writable'],
        resolutions: [
          'Free space: saving continues automatically. Until then a restart reads some events again',
        ],
        level: 'WARN',
      });
    }
  }
}
