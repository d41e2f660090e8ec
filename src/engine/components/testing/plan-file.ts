import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PlanFile } from '../../types/plan.ts';
import { components } from '../registry.ts';

export function planFile(content: string | Buffer, name = 'test'): PlanFile {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-plan-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const path = join(folder, sha256);
  writeFileSync(path, content);
  return { name, path, sha256, sizeBytes: Buffer.byteLength(content) };
}

export const loadFile = (templateId: string, file: PlanFile): Promise<unknown> | undefined =>
  components.transforms[templateId]?.load?.({}, { file });
