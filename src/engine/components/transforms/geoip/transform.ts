import type { Batch } from '../../../event/batch.ts';
import { parsePath } from '../../../event/path.ts';
import { requireFile } from '../../shared/files/shared-files.ts';
import { RecentMap } from '../../shared/recent-map.ts';
import type { ComponentProblem, TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { findAddress, isPrivate } from './addresses.ts';
import { GeoDatabase, geoDatabases } from './database.ts';
import { describe } from './describe.ts';
import { geoipSchema } from './schema.ts';

/** Cache size, because logs repeat addresses. */
const ADDRESSES_KEPT = 20_000;
/** Longer texts cannot be addresses. */
const ADDRESS_MAX_LENGTH = 64;

/** The JSON to write, or why there is none. */
type Found = Buffer | 'private' | 'unknown';

const createProblem = (errorName: string, message: string, cause: string): ComponentProblem => ({
  errorName,
  message,
  causes: [cause],
  resolutions: ['Add a condition so that such events do not come here', 'Pass such events unchanged'],
});

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
    const private_ = createProblem(
      'AddressPrivate',
      `The address in ${field} is not a public address`,
      'Traffic within a private network uses such addresses',
    );
    const unknown = createProblem(
      'AddressUnknown',
      `The database '${config.file}' has no entry for the value of ${field}`,
      'The field is missing, holds no address, or one that nobody uses',
    );
    const known = new RecentMap<Found>(ADDRESSES_KEPT);

    const find = (text: string): Found => {
      const address = text.length > ADDRESS_MAX_LENGTH ? null : findAddress(text);
      if (address === null) return 'unknown';
      if (isPrivate(address)) return 'private';
      const record = database.find(address);
      const described = record && describe(record, config);
      return described ? Buffer.from(JSON.stringify(described)) : 'unknown';
    };
    const lookUp = (batch: Batch, event: number): Found => {
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
        const found = lookUp(batch, event);
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
