import { compileCondition } from '../../../event/condition.ts';
import type { TransformComponent } from '../../types.ts';
import { filterSchema } from './schema.ts';

export const filterTransform: TransformComponent = {
  onlyDrops: true,
  create(config) {
    const { action, match } = filterSchema.parse(config);
    const matches = compileCondition(match);
    const dropsMatching = action === 'drop';
    return {
      process(batch, event) {
        if (matches(batch, event) === dropsMatching) batch.drop(event);
      },
    };
  },
};
