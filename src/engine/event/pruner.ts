import { CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET } from './bytes.ts';
import { TextConstant } from './constants.ts';
import { BatchEditor } from './editor.ts';
import { type GlobName, type GlobPath, matchesGlob } from './glob.ts';
import { DEAD, INFO, KEY_ESCAPED, LIST_DIRTY, LIST_LENGTH, MEMBER, VALUE } from './layout.ts';
import { skipSpace, skipString } from './scanner.ts';

/** Nothing is removed inside lists. */
export type Pruning = {
  readonly paths: readonly GlobPath[];
  readonly nulls: boolean;
  /** Empty texts, lists and objects, including objects that become empty. */
  readonly empty: boolean;
};

const NULL = 0x6e;

export abstract class BatchPruner extends BatchEditor {
  private lost = false;

  prune(ev: number, what: Pruning): void {
    this.lost = false;
    this.pruneList(this.root(ev), what.paths, what);
    if (this.lost) this.touch(ev);
  }

  protected keyText(member: number): string {
    const at = this.tape[member]!;
    const end = skipString(this.buf, at);
    return this.tape[member + INFO]! & KEY_ESCAPED
      ? (JSON.parse(this.buf.toString('utf8', at, end)) as string)
      : this.buf.toString('utf8', at + 1, end - 1);
  }

  /** `paths`: remaining parts at this level. Returns members that stay. */
  private pruneList(list: number, paths: readonly GlobPath[], what: Pruning): number {
    const first = this.lists[list]!;
    const stop = first + this.lists[list + LIST_LENGTH]! * MEMBER;
    const lostBefore = this.lost;
    let stay = 0;
    let killed = false;
    this.lost = false;
    for (let m = first; m < stop; m += MEMBER) {
      if (this.tape[m + INFO]! & DEAD) continue;
      if (this.goes(m, paths, what)) {
        this.tape[m + INFO]! |= DEAD;
        killed = true;
      } else stay++;
    }
    if (killed) stay -= this.killShadowed(first, stop);
    this.lost ||= killed;
    if (this.lost) this.lists[list + LIST_DIRTY] = 1;
    this.lost ||= lostBefore;
    return stay;
  }

  private goes(member: number, paths: readonly GlobPath[], what: Pruning): boolean {
    const below: GlobPath[] = [];
    let name: string | null = null;
    for (const path of paths) {
      const head = path[0]!;
      if (!(head instanceof TextConstant)) name ??= this.keyText(member);
      if (!this.isNamed(member, head, name)) continue;
      if (path.length === 1) return true;
      below.push(path.slice(1));
    }
    const kind = this.kind(member);
    if (kind === NULL) return what.nulls;
    if (kind === OPEN_BRACE) {
      if (below.length === 0 && !what.nulls && !what.empty) return false;
      return this.pruneList(this.openMember(member), below, what) === 0 && what.empty;
    }
    if (!what.empty) return false;
    if (kind === OPEN_BRACKET)
      return this.buf[skipSpace(this.buf, this.tape[member + VALUE]! + 1)] === CLOSE_BRACKET;
    return this.isString(member) && this.textStart(member) === this.textEnd(member);
  }

  private isNamed(member: number, head: GlobName, name: string | null): boolean {
    return head instanceof TextConstant ? this.isKey(member, head) : name !== null && matchesGlob(head, name);
  }

  /** Removes earlier duplicates of a removed member, which would reappear; returns how many. */
  private killShadowed(first: number, stop: number): number {
    const isGone = new Map<string, boolean>();
    let count = 0;
    for (let m = stop - MEMBER; m >= first; m -= MEMBER) {
      const name = this.keyText(m);
      const gone = isGone.get(name);
      const isDead = (this.tape[m + INFO]! & DEAD) !== 0;
      if (gone === undefined) isGone.set(name, isDead);
      else if (gone && !isDead) {
        this.tape[m + INFO]! |= DEAD;
        count++;
      }
    }
    return count;
  }
}
