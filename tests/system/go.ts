import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './tools.ts';

type Program = {
  readonly module: string;
  readonly version: string;
  /** Its main package in the module. */
  readonly main: string;
  /** Modules that its sources replace by folders which are not published with it. */
  readonly unreplaced?: readonly string[];
};

/** Builds a program from its published sources, for minutes at first; it stays in `.build/`. */
export function buildGoProgram(name: string, { module, version, main, unreplaced = [] }: Program): string {
  const folder = join(import.meta.dirname, '../../.build/system', `${name}-${version}`);
  const program = join(folder, name);
  if (existsSync(program)) return program;
  const go = tool('go', 'golang');
  const download = execFileSync(go, ['mod', 'download', '-json', `${module}@${version}`], {
    encoding: 'utf8',
  });
  const sources = join(folder, 'sources');
  mkdirSync(folder, { recursive: true });
  cpSync(JSON.parse(download).Dir, sources, { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', sources]);
  const inSources = { cwd: sources, stdio: 'inherit' } as const;
  for (const one of unreplaced) execFileSync(go, ['mod', 'edit', `-dropreplace=${one}`], inSources);
  const args = ['build', '-mod=mod', '-buildvcs=false', '-o', program, main];
  execFileSync(go, args, inSources);
  rmSync(sources, { recursive: true, force: true });
  return program;
}
