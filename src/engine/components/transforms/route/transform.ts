import { listOutputNames, ROUTE_TEMPLATE_ID } from '../../../../contract/route-outputs.ts';
import { compileCondition } from '../../../event/condition.ts';
import type { TransformComponent } from '../../types.ts';
import { routeTransformSchema } from './schema.ts';

/** Does not change events; bit n is output n. */
export const routeTransform: TransformComponent = {
  onlyDrops: true,
  create(config) {
    const { routes, mode, unmatched } = routeTransformSchema.parse(config);
    const tests = routes.map(({ match }) => compileCondition(match));
    const rest = unmatched === 'drop' ? 0 : 1 << tests.length;
    const isFirst = mode === 'first';
    return {
      process: () => undefined,
      router: {
        outputs: listOutputNames(ROUTE_TEMPLATE_ID, { routes, unmatched }) ?? [],
        rest,
        choose(batch, event) {
          let chosen = 0;
          for (let i = 0; i < tests.length; i++) {
            if (!tests[i]!(batch, event)) continue;
            chosen |= 1 << i;
            if (isFirst) break;
          }
          return chosen === 0 ? rest : chosen;
        },
      },
    };
  },
};
