import type { DashboardContent, DashboardPanel, DashboardVariable } from '../entities/dashboard.ts';
import type { QueryChart } from '../entities/query.ts';

/** Built in for each site; can be copied, not changed. */
export type ShippedDashboard = DashboardContent & {
  readonly id: string;
};

const panel = (
  title: string,
  chart: QueryChart,
  [width, height]: readonly [number, number],
  sql: string,
): DashboardPanel => ({ title, queryId: '', sql, chart, width, height });

/** The six largest series, with zeros for missing steps, over which a line would otherwise jump. */
const fillSteps = (figures: string, series: string, value: string, step: string): string =>
  `with figures as (${figures}
group by all)
select time, ${series}, coalesce(${value}, 0) as ${value}
from (select unnest(generate_series(min(time), max(time), ${step})) as time from figures)
cross join (select ${series} from figures group by all order by sum(${value}) desc limit 6)
left join figures using (time, ${series})
order by time`;
const COUNTER_STEP = '(select to_seconds(max(seconds)) from penstock_counters)';

const PIPELINE: DashboardVariable = {
  name: 'pipeline',
  label: 'Pipeline',
  kind: 'TEXT',
  value: '',
  choices: [''],
  choicesSql: "select distinct pipeline from penstock_counters where pipeline <> '' order by pipeline",
};
const IS_CHOSEN = "($pipeline = '' or pipeline = $pipeline)";

const COST: ShippedDashboard = {
  id: 'costs',
  name: 'What costs most',
  description: 'Delivered volume by destination, pipeline and source, at your price for a gigabyte.',
  time: '1h',
  refreshSeconds: 60,
  variables: [
    { name: 'price', label: 'Price per GB', kind: 'NUMBER', value: '1', choices: [], choicesSql: '' },
  ],
  panels: [
    panel(
      'Total',
      'FIGURE',
      [12, 2],
      `select round(coalesce(sum(bytes_in) filter (kind = 'SOURCE'), 0) / 1e6, 1) as "MB taken in",
  round(coalesce(sum(bytes_out) filter (kind = 'SINK'), 0) / 1e6, 1) as "MB delivered",
  round(coalesce(sum(bytes_dropped) filter (kind = 'TRANSFORM'), 0) / 1e6, 1) as "MB dropped by rules",
  round(coalesce(sum(bytes_out) filter (kind = 'SINK'), 0) / 1e9 * $price, 4) as "Cost of what was delivered"
from penstock_counters`,
    ),
    panel(
      'Cost by destination',
      'BAR',
      [6, 4],
      `select node as destination, round(sum(bytes_out) / 1e9 * $price, 4) as cost
from penstock_counters
where kind = 'SINK'
group by all
order by cost desc
limit 15`,
    ),
    panel(
      'Cost by pipeline',
      'BAR',
      [6, 4],
      `select pipeline, round(sum(bytes_out) / 1e9 * $price, 4) as cost
from penstock_counters
where kind = 'SINK'
group by all
order by cost desc
limit 15`,
    ),
    panel(
      'Delivered KB per second, by pipeline',
      'AREA',
      [12, 5],
      fillSteps(
        `select time, pipeline, round(sum(bytes_out) / 1e3 / max(seconds), 2) as "KB per second"
from penstock_counters
where kind = 'SINK'`,
        'pipeline',
        '"KB per second"',
        COUNTER_STEP,
      ),
    ),
    panel(
      'Sources by volume',
      'TABLE',
      [12, 5],
      `select node as source, sum(events_in) as events, round(sum(bytes_in) / 1e6, 2) as megabytes,
  round(100 * sum(bytes_in) / nullif(sum(sum(bytes_in)) over (), 0), 1) as "% of all"
from penstock_counters
where kind = 'SOURCE'
group by all
order by megabytes desc
limit 50`,
    ),
  ],
};

const DROPS: ShippedDashboard = {
  id: 'drops',
  name: 'What is dropped where',
  description: 'Events that pipelines leave out or give up, by node and time.',
  time: '1h',
  refreshSeconds: 60,
  variables: [PIPELINE],
  panels: [
    panel(
      'Total',
      'FIGURE',
      [12, 2],
      `select coalesce(sum(events_in) filter (kind = 'SOURCE'), 0) as "Taken in",
  coalesce(sum(events_out) filter (kind = 'SINK'), 0) as "Delivered",
  coalesce(sum(events_dropped) filter (kind = 'TRANSFORM'), 0) as "Dropped by rules",
  coalesce(sum(events_dead_letter), 0) as "Dead letters",
  coalesce(sum(events_dropped) filter (kind <> 'TRANSFORM'), 0) as "Lost"
from penstock_counters
where ${IS_CHOSEN}`,
    ),
    panel(
      'Dropped by rules, by node',
      'BAR',
      [6, 5],
      `select pipeline, node, sum(events_dropped) as dropped
from penstock_counters
where kind = 'TRANSFORM' and ${IS_CHOSEN}
group by all
having dropped > 0
order by dropped desc
limit 15`,
    ),
    panel(
      'Dropped by rules per second, over time',
      'AREA',
      [6, 5],
      fillSteps(
        `select time, pipeline || ': ' || node as place, round(sum(events_dropped) / max(seconds), 2) as "per second"
from penstock_counters
where kind = 'TRANSFORM' and events_dropped > 0 and ${IS_CHOSEN}`,
        'place',
        '"per second"',
        COUNTER_STEP,
      ),
    ),
    panel(
      'Nodes that drop or give up',
      'TABLE',
      [12, 5],
      `select pipeline, node, sum(events_in) as "in",
  coalesce(sum(events_dropped) filter (kind = 'TRANSFORM'), 0) as dropped,
  round(100 * dropped / nullif(sum(events_in), 0), 1) as "% dropped",
  round(sum(bytes_dropped) filter (kind = 'TRANSFORM') / 1e6, 2) as "MB dropped",
  sum(events_dead_letter) as "dead letters",
  coalesce(sum(events_dropped) filter (kind <> 'TRANSFORM'), 0) as lost
from penstock_counters
where ${IS_CHOSEN}
group by all
having sum(events_dropped) + sum(events_dead_letter) > 0
order by dropped desc, "dead letters" desc
limit 100`,
    ),
  ],
};

const ERRORS: ShippedDashboard = {
  id: 'errors',
  name: 'Error digest',
  description: 'Which errors there were, where, how often, and since when.',
  time: '1h',
  refreshSeconds: 60,
  variables: [PIPELINE],
  panels: [
    panel(
      'Total',
      'FIGURE',
      [12, 2],
      `select coalesce(sum(count) filter (level = 'ERROR'), 0) as "Errors",
  coalesce(sum(count) filter (level <> 'ERROR'), 0) as "Warnings",
  count(distinct error) as "Kinds",
  count(distinct pipeline_id) as "Pipelines"
from penstock_errors
where ${IS_CHOSEN}`,
    ),
    panel(
      'Errors over time',
      'AREA',
      [6, 5],
      fillSteps(
        `select time, error, sum(count) as times
from penstock_errors
where ${IS_CHOSEN}`,
        'error',
        'times',
        'interval 1 minute',
      ),
    ),
    panel(
      'Nodes with most errors',
      'BAR',
      [6, 5],
      `select pipeline, node, sum(count) as times
from penstock_errors
where ${IS_CHOSEN}
group by all
order by times desc
limit 15`,
    ),
    panel(
      'Digest',
      'TABLE',
      [12, 5],
      `select error, level, pipeline, node, sum(count) as times, min(time) as "first", max(time) as "last",
  any_value(description) as description
from penstock_errors
where ${IS_CHOSEN}
group by error, level, pipeline, node
order by times desc
limit 100`,
    ),
  ],
};

export const SHIPPED_DASHBOARDS: readonly ShippedDashboard[] = [COST, DROPS, ERRORS];
