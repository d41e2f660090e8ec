/**
 * `npm run defects`: plants defects one by one in a throw-away copy and runs the tests that must fail; a
 * defect that stays green fails the run. First, these tests must pass on the untouched copy.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { DEFECTS, type Defect } from './list.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NOT_COPIED = new Set(['.git', 'node_modules', '.build', '.penstock']);

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'penstock-defects-'));
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (path) => !NOT_COPIED.has(relative(ROOT, path).split('/')[0] ?? ''),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function testsPass(copy: string, files: string[]): boolean {
  const { status, stdout } = spawnSync('vitest', ['run', '--reporter=dot', '--no-color', ...files], {
    cwd: copy,
  });
  lastOutput = stdout.toString();
  return status === 0;
}
let lastOutput = '';

/** Throws unless the text occurs exactly once, so that no defect silently misses. */
function plant(copy: string, defect: Defect): () => void {
  const path = join(copy, defect.file);
  const before = readFileSync(path, 'utf8');
  const places = before.split(defect.find).length - 1;
  if (places !== 1)
    throw new Error(`'${defect.name}': the text to replace stands ${places} times in ${defect.file}`);
  writeFileSync(
    path,
    before.replace(defect.find, () => defect.replace),
  );
  return () => writeFileSync(path, before);
}

const copy = copyProject();
const missed: string[] = [];
try {
  const files = [...new Set(DEFECTS.flatMap((defect) => defect.mustTurnRed))];
  if (!testsPass(copy, files))
    throw new Error(`the tests are not green before any defect is planted:\n${lastOutput}`);
  for (const defect of DEFECTS) {
    const mend = plant(copy, defect);
    for (const file of defect.mustTurnRed) {
      const caught = !testsPass(copy, [file]);
      console.log(`${caught ? 'caught' : 'MISSED'}  ${defect.name}  by ${file}`);
      if (!caught) missed.push(`${defect.name} by ${file}`);
    }
    mend();
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${DEFECTS.length} defects planted, ${missed.length} missed`);
process.exit(missed.length === 0 ? 0 : 1);
