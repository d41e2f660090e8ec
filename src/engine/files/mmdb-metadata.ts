import { open } from 'node:fs/promises';
import { type Metadata, parseMetadata } from 'mmdb-lib/lib/metadata.js';
import type { AssetSummary } from '../../contract/entities/asset.ts';
import { FileFault } from './csv-reader.ts';

/** Starts the metadata near the end of the file (https://maxmind.github.io/MaxMind-DB/). */
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const METADATA_MAX_BYTES = 128 * 1024;
/** Between search tree and data. */
const SEPARATOR_BYTES = 16;

const notMmdb = (): FileFault =>
  new FileFault(
    'mmdb',
    'The file is not a MaxMind database (.mmdb); an archive (.tar.gz) must be unpacked first',
  );

async function readTail(path: string): Promise<{ tail: Buffer; size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, METADATA_MAX_BYTES));
    await file.read(tail, 0, tail.length, size - tail.length);
    return { tail, size };
  } finally {
    await file.close();
  }
}

function parsed(tail: Buffer): Metadata {
  try {
    return parseMetadata(tail);
  } catch {
    throw notMmdb();
  }
}

/**
 * Reads the metadata of a GeoIP database.
 * @throws FileFault when it is none or is truncated
 */
export async function readMmdbMetadata(path: string): Promise<AssetSummary> {
  const { tail, size } = await readTail(path);
  if (!tail.includes(MARKER)) throw notMmdb();
  const metadata = parsed(tail);
  const { databaseType, languages, ipVersion, searchTreeSize, buildEpoch, binaryFormatMajorVersion } =
    metadata;
  if (typeof databaseType !== 'string' || (ipVersion !== 4 && ipVersion !== 6)) throw notMmdb();
  if (binaryFormatMajorVersion !== 2)
    throw new FileFault(
      'mmdb',
      `The database has the format ${binaryFormatMajorVersion}; only 2 can be read`,
    );
  if (!(searchTreeSize > 0) || searchTreeSize + SEPARATOR_BYTES + MARKER.length > size)
    throw new FileFault('mmdb', 'The database is cut short; download it again');
  return {
    kind: 'geoip',
    databaseType,
    builtAt: Number.isNaN(buildEpoch.getTime()) ? '0001-01-01T00:00:00Z' : buildEpoch.toISOString(),
    ipVersion,
    languages: Array.isArray(languages) ? languages.map(String) : [],
  };
}
