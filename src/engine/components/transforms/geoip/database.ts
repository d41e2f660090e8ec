import { readFile } from 'node:fs/promises';
import type { AsnResponse, CityResponse } from 'mmdb-lib';
import { Reader } from 'mmdb-lib';
import type { PlanFile } from '../../../port.ts';
import { SharedFiles } from '../../shared/files/shared-files.ts';
import { ComponentError } from '../../types.ts';

/** What databases of the known kinds hold; one of networks has no country, and so on. */
export type GeoRecord = Partial<CityResponse> & Partial<AsnResponse>;

/** A database, read whole; addresses are looked up by its tree. */
export class GeoDatabase {
  readonly #reader: Reader<CityResponse>;

  constructor(bytes: Buffer) {
    this.#reader = new Reader<CityResponse>(bytes);
  }

  /** @param address valid, without a zone. */
  find(address: string): GeoRecord | null {
    return this.#reader.get(address);
  }
}

async function readDatabase({ name, path }: PlanFile): Promise<GeoDatabase> {
  try {
    return new GeoDatabase(await readFile(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ComponentError({
      errorName: 'GeoDatabaseInvalid',
      message: `The database '${name}' cannot be read: ${why}`,
      causes: ['The file is no MaxMind database, or is cut short'],
      resolutions: [`Download it again, and replace '${name}' under Settings, Files`],
    });
  }
}

/** The databases of this engine. */
export const geoDatabases = new SharedFiles(readDatabase);
