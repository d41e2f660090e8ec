import { type GrokSet, readPatterns } from './read.ts';

const VOLUME = '"%{BACULA_VOLUME:volume|bacula.volume.name}"';
const DEVICE =
  '"%{BACULA_DEVICE:device|bacula.volume.device}" \\(%{BACULA_DEVICEPATH:|bacula.volume.path}\\)';
const ERROR = 'ERR=%{GREEDYDATA:berror|error.message}';
const CLIENT = '%{BACULA_HOST:client|bacula.client.name}';
const JOB = '%{BACULA_JOB:job|bacula.job.name}';
const AT = '%{BACULA_TIMESTAMP:|bacula.timestamp}';
const PEER = `(?:Client: ${CLIENT}|Storage daemon) on %{IPORHOST:|client.address}:%{POSINT:|client.port:int}\\. ${ERROR}`;

const MESSAGES: Readonly<Record<string, string>> = {
  MAX_CAPACITY: `User defined maximum volume capacity %{BACULA_CAPACITY:|bacula.volume.max_capacity} exceeded on device ${DEVICE}`,
  END_VOLUME: `End of medium on Volume ${VOLUME} Bytes=%{BACULA_CAPACITY:|bacula.volume.bytes} Blocks=%{BACULA_CAPACITY:|bacula.volume.blocks} at ${AT}\\.`,
  NEW_VOLUME: `Created new Volume ${VOLUME} in catalog\\.`,
  NEW_LABEL: `Labeled new Volume ${VOLUME} on (?:file )?device ${DEVICE}\\.`,
  WROTE_LABEL: `Wrote label to prelabeled Volume ${VOLUME} on device ${DEVICE}`,
  NEW_MOUNT: `New volume ${VOLUME} mounted on device ${DEVICE} at ${AT}\\.`,
  NOOPEN: `\\s*Cannot open %{DATA}: ${ERROR}`,
  NOOPENDIR: `\\s*Could not open directory "?%{DATA:|file.path}"?: ${ERROR}`,
  NOSTAT: `\\s*Could not stat %{DATA:|file.path}: ${ERROR}`,
  NOJOBS: `There are no more Jobs associated with Volume ${VOLUME}\\. Marking it purged\\.`,
  ALL_RECORDS_PRUNED: `.*?All records pruned from Volume ${VOLUME}; marking it "Purged"`,
  BEGIN_PRUNE_JOBS: 'Begin pruning Jobs older than %{INT} months? %{INT} days ?\\.',
  BEGIN_PRUNE_FILES: 'Begin pruning Files\\.',
  PRUNED_JOBS: `Pruned %{INT} Jobs* for client ${CLIENT} from catalog\\.`,
  PRUNED_FILES: `Pruned Files from %{INT} Jobs* for client ${CLIENT} from catalog\\.`,
  ENDPRUNE: 'End auto prune\\.',
  STARTJOB: `Start Backup JobId %{INT}, Job=${JOB}`,
  STARTRESTORE: `Start Restore Job ${JOB}`,
  USEDEVICE: 'Using Device "%{BACULA_DEVICE:device|bacula.volume.device}"',
  DIFF_FS: '\\s*%{UNIXPATH} is a different filesystem\\. Will not descend from %{UNIXPATH} into it\\.',
  JOBEND:
    'Job write elapsed time = %{DATA:elapsed|bacula.job.elapsed_time}, Transfer rate = %{NUMBER} [KMG]? ?Bytes/second',
  NOPRUNE_JOBS: 'No Jobs found to prune\\.',
  NOPRUNE_FILES: 'No Files found to prune\\.',
  VOLUME_PREVWRITTEN:
    'Volume "?%{BACULA_VOLUME:volume|bacula.volume.name}"? previously written, moving to end of data\\.',
  READYAPPEND: `Ready to append to end of Volume ${VOLUME} size=%{INT:|bacula.volume.size:int}`,
  CANCELLING: 'Cancelling duplicate JobId=%{INT:|bacula.job.other_id}\\.',
  MARKCANCEL: `JobId %{INT:|bacula.job.id}, Job ${JOB} marked to be canceled\\.`,
  CLIENT_RBJ:
    'shell command: run ClientRunBeforeJob "%{GREEDYDATA:runjob|bacula.job.client_run_before_command}"',
  VSS: '(?:Generate )?VSS (?:Writer)?',
  MAXSTART: 'Fatal [eE]rror: Job canceled because max start delay time exceeded\\.',
  DUPLICATE:
    'Fatal [eE]rror: JobId %{INT:duplicate|bacula.job.other_id} already running\\. Duplicate job not allowed\\.',
  NOJOBSTAT: 'Fatal [eE]rror: No Job status returned from FD\\.',
  FATAL_CONN: `Fatal [eE]rror: bsock\\.c:133 Unable to connect to ${PEER}`,
  NO_CONNECT: `Warning: bsock\\.c:127 Could not connect to ${PEER}`,
  NO_AUTH:
    'Fatal error: Unable to authenticate with File daemon at "?%{IPORHOST:|client.address}(?::%{POSINT:|client.port:int})?"?\\. Possible causes:',
  NOSUIT: 'No prior or suitable Full backup found in catalog\\. Doing FULL backup\\.',
  JOB: '(?:Error: )?Bacula %{BACULA_HOST} %{BACULA_VERSION} \\(%{BACULA_VERSION}\\):',
  NOPRIOR: 'No prior Full backup Job record found\\.',
};

export function listBaculaPatterns(set: GrokSet): [name: string, pattern: string][] {
  const names = Object.keys(MESSAGES).map((name) => `%{BACULA_LOG_${name}}`);
  const line = `%{BACULA_TIMESTAMP:bts|timestamp} %{BACULA_HOST:hostname|host.hostname}(?: JobId %{INT:jobid|bacula.job.id})?:? (?:${names.join('|')})`;
  const lines = [
    'BACULA_TIMESTAMP %{MONTHDAY}-%{MONTH}(?:-%{YEAR})? %{HOUR}:%{MINUTE}',
    'BACULA_HOST [a-zA-Z0-9.-]+',
    'BACULA_VOLUME %{USER}',
    'BACULA_DEVICE %{USER}',
    'BACULA_DEVICEPATH %{UNIXPATH}',
    'BACULA_CAPACITY [+-]?[0-9]+(?:,[0-9]+)*',
    'BACULA_VERSION %{USER}',
    'BACULA_JOB %{USER}',
    ...Object.entries(MESSAGES).map(([name, pattern]) => `BACULA_LOG_${name} ${pattern}`),
    `ecs> BACULA_LOG ${line}`,
    `BACULA_LOGLINE ${set === 'legacy' ? line : '%{BACULA_LOG}'}`,
  ];
  return readPatterns(lines.join('\n'), set);
}
