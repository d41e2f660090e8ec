import { promisify } from 'node:util';
import { gzip, zstdCompress } from 'node:zlib';

export type Compression = 'none' | 'gzip' | 'zstd';

const compressors = { gzip: promisify(gzip), zstd: promisify(zstdCompress) };

export const compressed = async (bytes: Buffer, compression: Compression): Promise<Buffer> =>
  compression === 'none' ? bytes : compressors[compression](bytes);
