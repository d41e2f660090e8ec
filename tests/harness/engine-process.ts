import { readdirSync, readFileSync } from 'node:fs';

/** The process of the engine that works in this data folder. */
export function enginePid(dataFolder: string): number {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      if (command.includes('engine/main.ts') && command.includes(`"${dataFolder}"`)) return Number(entry);
    } catch {
      // It ended meanwhile.
    }
  }
  throw new Error(`no engine works in ${dataFolder}`);
}

/** The engine stands still, as when its machine hangs, until it is ended or `resumeEngine`. */
export const haltEngine = (dataFolder: string): void => void process.kill(enginePid(dataFolder), 'SIGSTOP');
export const resumeEngine = (dataFolder: string): void => void process.kill(enginePid(dataFolder), 'SIGCONT');
