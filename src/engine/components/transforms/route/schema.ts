import { z } from 'zod';
import { nameTextProblem } from '../../../../contract/names.ts';
import {
  OUTPUT_NAME_MAX_LENGTH,
  ROUTE_TEMPLATE_ID,
  ROUTES_MAX,
  UNMATCHED_OUTPUT,
} from '../../../../contract/route-outputs.ts';
import { conditionValue, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

const routeSchema = z.strictObject({
  name: field(z.string().trim().min(1).max(OUTPUT_NAME_MAX_LENGTH), {
    label: 'Output',
    help: 'Name of the output that matching events take.',
    placeholder: 'errors',
  }),
  match: field(conditionValue(), {
    label: 'Match',
    help: 'Which events take this output.',
    kind: 'condition',
  }),
});

const routesSchema = z
  .array(routeSchema)
  .min(1)
  .max(ROUTES_MAX)
  .superRefine((routes, context) => {
    const seen = new Set<string>([UNMATCHED_OUTPUT]);
    for (const [index, { name }] of routes.entries()) {
      const refuseName = (message: string) => refuse(context, [index, 'name'], 'unique', message);
      const textProblem = nameTextProblem('Output', name);
      if (textProblem) refuse(context, [index, 'name'], 'characters', textProblem);
      if (name === UNMATCHED_OUTPUT)
        refuseName(`must not be '${UNMATCHED_OUTPUT}', the output of all other events`);
      else if (seen.has(name)) refuseName(`must differ from the other outputs; '${name}' appears twice`);
      seen.add(name);
    }
  });

const { condition: _condition, ...shared } = transformFields();

export const routeTransformSchema = z.strictObject({
  routes: field(routesSchema, {
    label: 'Routes',
    help: 'Each sends the events that match to an output of its own; they are tried in this order.',
  }),
  mode: field(z.enum(['first', 'all']).default('first'), {
    label: 'An event takes',
    help: 'With every output that matches, an event is copied to each of them.',
    options: { first: 'The first output that matches', all: 'Every output that matches' },
  }),
  unmatched: field(z.enum(['output', 'drop']).default('output'), {
    label: 'Events that match none',
    help: `They leave by an output of their own, called ${UNMATCHED_OUTPUT}, or end here.`,
    options: { output: `Leave by '${UNMATCHED_OUTPUT}'`, drop: 'Drop them' },
  }),
  condition: field(z.optional(conditionValue()), {
    label: 'Only events where',
    help: 'Other events count as matching no output. Left empty, every event is tried.',
    kind: 'condition',
    group: 'When',
  }),
  ...shared,
});

export const route = defineComponent({
  templateId: ROUTE_TEMPLATE_ID,
  nodeType: 'TRANSFORM',
  name: 'Route',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Sends events to different outputs, by conditions.',
  icon: 'split',
  schema: routeTransformSchema,
});
