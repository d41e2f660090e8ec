import { keepTree, parsePath } from '../../../event/path.ts';
import type { TransformComponent } from '../../types.ts';
import { keepFieldsSchema } from './schema.ts';

export const keepFieldsTransform: TransformComponent = {
  create(config) {
    const tree = keepTree(keepFieldsSchema.parse(config).fields.map(parsePath));
    return {
      process: (batch, event) => batch.keep(event, tree),
    };
  },
};
