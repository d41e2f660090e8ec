import { parsePath } from '../../../event/path.ts';
import type { TransformComponent } from '../../types.ts';
import { inTheWay } from '../problems.ts';
import { renameFieldsSchema } from './schema.ts';

export const renameFieldsTransform: TransformComponent = {
  create(config, context) {
    const renames = renameFieldsSchema.parse(config).fields.map(({ from, to }) => ({
      from: parsePath(from),
      to: parsePath(to),
      problem: inTheWay(to),
    }));
    return {
      process(batch, event) {
        for (const { from, to, problem } of renames)
          if (!batch.rename(event, from, to) && batch.get(event, from) >= 0) {
            context.fail(batch, event, problem);
            return;
          }
      },
    };
  },
};
