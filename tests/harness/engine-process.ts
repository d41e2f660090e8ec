import { readdirSync, readFileSync } from 'node:fs';

export function findEnginePid(dataFolder: string): number {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      if (/\bengine[/.]main\.[tj]s\b/.test(command) && command.includes(`"${dataFolder}"`))
        return Number(entry);
    } catch {
      // It has already ended.
    }
  }
  throw new Error(`no engine works in ${dataFolder}`);
}

/** Freezes the engine until it is ended or `resumeEngine`. */
export const haltEngine = (dataFolder: string): void =>
  void process.kill(findEnginePid(dataFolder), 'SIGSTOP');
export const resumeEngine = (dataFolder: string): void =>
  void process.kill(findEnginePid(dataFolder), 'SIGCONT');
