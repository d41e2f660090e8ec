import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PipelineSpec } from '../harness/pipelines.ts';

/** Real log files are outside the repository; without them the suite is empty. */
export const ACCESS_LOG = resolve(import.meta.dirname, '../../../shared/data/apache_access.log');
export const hasAccessLog = existsSync(ACCESS_LOG);

export const KEPT_FIELDS = ['clientip', 'timestamp', 'verb', 'request', 'response', 'bytes', 'agent'];

export const accessLogPipeline = (folder: string): PipelineSpec => ({
  name: 'Access log',
  source: {
    name: 'Access log file',
    templateId: 'file_tail',
    config: { path: ACCESS_LOG, readFrom: 'beginning' },
  },
  transforms: [
    { name: 'Parse access log', templateId: 'parse_grok', config: { pattern: '%{COMBINEDAPACHELOG}' } },
    {
      name: 'Drop static assets',
      templateId: 'filter',
      config: {
        action: 'drop',
        match: {
          match: 'any',
          rules: [
            {
              field: 'request',
              operator: 'matches',
              value: '^[^?]*\\.(png|jpg|jpeg|gif|ico|css|js)(\\?.*)?$',
            },
            { field: 'response', operator: 'equals', value: '304' },
          ],
        },
      },
    },
    { name: 'Keep seven fields', templateId: 'keep_fields', config: { fields: KEPT_FIELDS } },
  ],
  sinks: [
    {
      name: 'Reduced log',
      templateId: 'file',
      config: { path: join(folder, 'reduced.ndjson'), format: 'ndjson' },
    },
  ],
});

const AWK = `{
  match($0, /"[^"]*"/); request = substr($0, RSTART + 1, RLENGTH - 2); rest = substr($0, RSTART + RLENGTH + 1)
  split(rest, after, " "); split(request, words, " "); path = words[2]; sub(/\\?.*/, "", path)
  if (path ~ /\\.(png|jpg|jpeg|gif|ico|css|js)$/ || after[1] == "304") dropped++
  else { kept++; print $1 " " words[1] " " words[2] " " after[1] > keptFile }
  bytes += length($0)
} END { print kept, dropped, NR, bytes }`;

/** Counted by awk, not our code: lines kept and dropped, payload bytes without newlines. */
export function countWithAwk(folder: string): {
  kept: number;
  dropped: number;
  lines: number;
  bytes: number;
  keptFile: string;
} {
  const keptFile = join(folder, 'kept.txt');
  const printed = execFileSync('awk', ['-v', `keptFile=${keptFile}`, AWK, ACCESS_LOG], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [kept, dropped, lines, bytes] = printed.trim().split(' ').map(Number);
  return { kept: kept!, dropped: dropped!, lines: lines!, bytes: bytes!, keptFile };
}
