import { isExact, parseGlobPath } from '../../../event/glob.ts';
import type { TransformComponent } from '../../types.ts';
import { removeFieldsSchema } from './schema.ts';

export const removeFieldsTransform: TransformComponent = {
  create(config) {
    const { fields, removeNull: nulls, removeEmpty: empty } = removeFieldsSchema.parse(config);
    const globs = fields.map(parseGlobPath);
    const exact = globs.filter(isExact);
    const pruning = { paths: globs.filter((path) => !isExact(path)), nulls, empty };
    const prunes = nulls || empty || pruning.paths.length > 0;
    return {
      process(batch, event) {
        for (let i = 0; i < exact.length; i++) batch.remove(event, exact[i]!);
        if (prunes) batch.prune(event, pruning);
      },
    };
  },
};
