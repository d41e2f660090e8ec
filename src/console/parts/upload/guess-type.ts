import { UPLOAD_TYPES, type UploadType } from '../../../contract/entities/asset.ts';

const BY_ENDING: Readonly<Record<string, UploadType>> = {
  csv: 'LOOK_UP_DATA',
  tsv: 'LOOK_UP_DATA',
  mmdb: 'GEO_IP',
  log: 'LOG_SAMPLE',
  txt: 'LOG_SAMPLE',
  ndjson: 'LOG_SAMPLE',
  jsonl: 'LOG_SAMPLE',
  pem: 'SECRET',
  key: 'SECRET',
};

/** The type that a file of that name probably has, among those it may have. */
export function guessType(fileName: string, among: readonly UploadType[] = UPLOAD_TYPES): UploadType {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  const guessed = BY_ENDING[ending] ?? 'DATA';
  return among.includes(guessed) ? guessed : (among[0] ?? 'DATA');
}
