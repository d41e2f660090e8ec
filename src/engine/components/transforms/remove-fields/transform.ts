import { parsePath } from '../../../event/path.ts';
import type { TransformComponent } from '../../types.ts';
import { removeFieldsSchema } from './schema.ts';

export const removeFieldsTransform: TransformComponent = {
  create(config) {
    const paths = removeFieldsSchema.parse(config).fields.map(parsePath);
    return {
      process(batch, event) {
        for (let i = 0; i < paths.length; i++) batch.remove(event, paths[i]!);
      },
    };
  },
};
