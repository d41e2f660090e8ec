import { open } from 'node:fs/promises';
import { unlessCancelled } from '../topology/cancellation.ts';
import type { PipelinePlan, PlanFile } from '../types/plan.ts';
import { EngineError } from '../types/problem.ts';
import type { FileOrder, SentFile } from './agent-files.ts';
import { missingFile } from './problems.ts';

const PIECE_BYTES = 512 * 1024;

type Unasked<T> = T extends unknown ? Omit<T, 'call'> : never;

export type AskFile = (order: Unasked<FileOrder>) => Promise<number>;

function filesOf({ nodes, metaInfo }: PipelinePlan): { nodeId: string; file: PlanFile }[] {
  const found = new Map<string, { nodeId: string; file: PlanFile }>();
  for (const { id, files } of nodes) {
    if (metaInfo[id]?.disabled === true) continue;
    for (const file of Object.values(files ?? {})) found.set(file.sha256, { nodeId: id, file });
  }
  return [...found.values()];
}

async function readPiece({ path }: PlanFile, at: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES, at);
    return piece.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Sends missing files in pieces, resuming where the engine stopped.
 * @throws EngineError with the node whose file cannot be sent
 */
export async function sendFiles(
  plan: PipelinePlan,
  ask: AskFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { nodeId, file } of filesOf(plan)) {
    const { sha256, sizeBytes } = file;
    const sent: SentFile = { sha256, sizeBytes };
    try {
      let at = await unlessCancelled(ask({ kind: 'file', ...sent }), signal);
      while (at < sizeBytes) {
        const piece = await readPiece(file, at).catch(() => Buffer.alloc(0));
        if (piece.length === 0) throw new EngineError(missingFile(file.name));
        const data = piece.toString('base64');
        at = await unlessCancelled(ask({ kind: 'file.part', ...sent, offset: at, data }), signal);
      }
    } catch (error) {
      if (error instanceof EngineError) throw new EngineError({ ...error.problem, nodeId });
      throw error;
    }
  }
}
