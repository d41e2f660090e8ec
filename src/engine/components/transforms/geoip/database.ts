import { readFile } from 'node:fs/promises';
import type { AsnResponse, CityResponse } from 'mmdb-lib';
import { Reader } from 'mmdb-lib';
import { getErrorMessage } from '../../../../contract/values.ts';
import type { PlanFile } from '../../../types/plan.ts';
import { SharedFiles } from '../../shared/files/shared-files.ts';
import { ComponentError } from '../../types.ts';

/** Each kind of database has some of these fields. */
export type GeoRecord = Partial<CityResponse> & Partial<AsnResponse>;

export class GeoDatabase {
  readonly #reader: Reader<CityResponse>;

  constructor(bytes: Buffer) {
    this.#reader = new Reader<CityResponse>(bytes);
  }

  /** @param address valid, without a zone */
  find(address: string): GeoRecord | null {
    return this.#reader.get(address);
  }
}

async function readDatabase({ name, path }: PlanFile): Promise<GeoDatabase> {
  try {
    return new GeoDatabase(await readFile(path));
  } catch (error) {
    const why = getErrorMessage(error);
    throw new ComponentError({
      errorName: 'GeoDatabaseInvalid',
      message: `The database '${name}' cannot be read: ${why}`,
      causes: ['The file is not a MaxMind database, or is cut short'],
      resolutions: [`Download it again, and replace '${name}' under Settings, Files`],
    });
  }
}

export const geoDatabases = new SharedFiles(readDatabase);
