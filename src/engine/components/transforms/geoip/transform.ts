import type { Batch } from '../../../event/batch.ts';
import { parsePath } from '../../../event/path.ts';
import { requireFile } from '../../shared/files/shared-files.ts';
import { RecentMap } from '../../shared/recent-map.ts';
import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { addressIn, isPrivate } from './addresses.ts';
import { GeoDatabase, geoDatabases } from './database.ts';
import { describe } from './describe.ts';
import { geoipSchema } from './schema.ts';

/** Logs repeat addresses: what was found for so many of them is kept. */
const ADDRESSES_KEPT = 20_000;
/** A text longer than this holds no address. */
const ADDRESS_MAX_LENGTH = 64;

/** What is written for an address, or why nothing is. */
type Found = Buffer | 'private' | 'unknown';

const problemOf = (errorName: string, message: string, cause: string): ComponentProblem => ({
  errorName,
  message,
  causes: [cause],
  resolutions: ['Add a condition so that such events do not come here', 'Pass such events unchanged'],
});

/** Describes the address of an event by a database that the engine holds once. */
export const geoipTransform: TransformComponent = {
  load: (_config, files) => geoDatabases.get(requireFile(files, 'file')),

  create(input, context) {
    const config = geoipSchema.parse(input);
    const database = context.loaded;
    if (!(database instanceof GeoDatabase)) throw new Error('the database was not loaded');
    const { field, target, existing, onMiss, onPrivate } = config;
    const from = parsePath(field);
    const to = parsePath(target);
    const blocked = inTheWay(target);
    const private_ = problemOf(
      'AddressPrivate',
      `The address in ${field} is of no public network`,
      'Traffic between machines of one network has such addresses',
    );
    const unknown = problemOf(
      'AddressUnknown',
      `The database '${config.file}' does not know what ${field} holds`,
      'The field is missing, holds no address, or one that nobody uses',
    );
    const known = new RecentMap<Found>(ADDRESSES_KEPT);

    const find = (text: string): Found => {
      const address = text.length > ADDRESS_MAX_LENGTH ? null : addressIn(text);
      if (address === null) return 'unknown';
      if (isPrivate(address)) return 'private';
      const record = database.find(address);
      const described = record && describe(record, config);
      return described ? Buffer.from(JSON.stringify(described)) : 'unknown';
    };
    const foundIn = (batch: Batch, event: number): Found => {
      const member = batch.get(event, from);
      if (member < 0) return 'unknown';
      const text = batch.text(member);
      const former = known.get(text);
      if (former !== undefined) return former;
      const found = find(text);
      if (text.length <= ADDRESS_MAX_LENGTH) known.set(text, found);
      return found;
    };

    return {
      process(batch, event) {
        const found = foundIn(batch, event);
        if (typeof found === 'string') {
          const what = found === 'private' ? onPrivate : onMiss;
          if (what === 'drop') batch.drop(event);
          else if (what === 'error') context.fail(batch, event, found === 'private' ? private_ : unknown);
          return;
        }
        if (existing === 'keep' && batch.get(event, to) >= 0) return;
        if (!batch.setTrusted(event, to, found)) context.fail(batch, event, blocked);
      },
    };
  },
};
