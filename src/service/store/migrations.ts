import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const TEXT = 'text';
const COUNTERS = [
  'events_in',
  'events_out',
  'events_dropped',
  'events_created',
  'events_merged',
  'events_dead_letter',
  'bytes_in',
  'bytes_out',
  'raw_bytes',
  'errors',
] as const;

/** Columns without null: text, whole numbers of 64 bits, and figures as doubles. */
function columns<T extends string>(
  table: CreateTableBuilder<T, never>,
  spec: { text?: string[]; whole?: string[]; figure?: readonly string[] },
) {
  let builder: CreateTableBuilder<T, string> = table;
  for (const name of spec.text ?? []) builder = builder.addColumn(name, TEXT, (col) => col.notNull());
  for (const name of spec.whole ?? []) builder = builder.addColumn(name, 'bigint', (col) => col.notNull());
  for (const name of spec.figure ?? []) {
    builder = builder.addColumn(name, 'double precision', (col) => col.notNull().defaultTo(0));
  }
  return builder;
}

const first: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('sites'), {
      text: ['id', 'name', 'description', 'status', 'vendor'],
      whole: ['revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('sites_key', ['id'])
      .execute();
    await columns(db.schema.createTable('users'), {
      text: ['id', 'issuer', 'subject', 'name', 'email', 'picture', 'user_type', 'roles'],
      whole: ['created_at'],
    })
      .addPrimaryKeyConstraint('users_key', ['id'])
      .addUniqueConstraint('users_identity', ['issuer', 'subject'])
      .execute();
    await columns(db.schema.createTable('nodes'), {
      text: [
        'id',
        'node_type',
        'name',
        'description',
        'site_id',
        'template_id',
        'status',
        'usage_type',
        'config',
      ],
      whole: ['last_alive_at', 'revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('nodes_key', ['id'])
      .execute();
    await columns(db.schema.createTable('transforms'), {
      text: ['id', 'lineage_id', 'pipeline_id', 'name', 'description', 'template_id', 'config'],
      whole: ['created_at'],
    })
      .addPrimaryKeyConstraint('transforms_key', ['id'])
      .execute();
    await columns(db.schema.createTable('pipelines'), {
      text: [
        'id',
        'name',
        'description',
        'site_id',
        'pipeline_type',
        'status',
        'pending_action',
        'previous_status',
        'last_error',
      ],
      whole: [
        'deployed_graph_version',
        'latest_graph_version',
        'pending_graph_version',
        'revision',
        'created_at',
        'updated_at',
      ],
    })
      .addPrimaryKeyConstraint('pipelines_key', ['id'])
      .execute();
    await columns(db.schema.createTable('graph_versions'), {
      text: ['pipeline_id', 'name', 'edges', 'meta_info', 'changes', 'created_by'],
      whole: ['version', 'created_at', 'deployed_at'],
    })
      .addPrimaryKeyConstraint('graph_versions_key', ['pipeline_id', 'version'])
      .execute();
    await columns(db.schema.createTable('graph_nodes'), {
      text: ['pipeline_id', 'node_id', 'node_type'],
      whole: ['version'],
    })
      .addPrimaryKeyConstraint('graph_nodes_key', ['pipeline_id', 'version', 'node_id'])
      .execute();
    await db.schema.createIndex('graph_nodes_by_node').on('graph_nodes').column('node_id').execute();
    await columns(db.schema.createTable('counter_buckets'), {
      text: ['pipeline_id', 'component_id'],
      whole: ['seconds', 'bucket'],
      figure: COUNTERS,
    })
      .addPrimaryKeyConstraint('counter_buckets_key', ['seconds', 'pipeline_id', 'bucket', 'component_id'])
      .execute();
    await db.schema
      .createIndex('counter_buckets_by_age')
      .on('counter_buckets')
      .columns(['seconds', 'bucket'])
      .execute();
    await columns(db.schema.createTable('counter_totals'), {
      text: ['pipeline_id', 'component_id'],
      whole: ['last_event_at'],
      figure: COUNTERS,
    })
      .addPrimaryKeyConstraint('counter_totals_key', ['pipeline_id', 'component_id'])
      .execute();
    await columns(db.schema.createTable('error_groups'), {
      text: [
        'id',
        'pipeline_id',
        'component_id',
        'node_id',
        'error_name',
        'level',
        'description',
        'example_event',
      ],
      whole: ['first_at', 'last_at'],
      figure: ['count'],
    })
      .addPrimaryKeyConstraint('error_groups_key', ['id'])
      .addUniqueConstraint('error_groups_identity', ['pipeline_id', 'component_id', 'error_name', 'level'])
      .execute();
    await columns(db.schema.createTable('error_buckets'), {
      text: ['group_id'],
      whole: ['bucket'],
      figure: ['count'],
    })
      .addPrimaryKeyConstraint('error_buckets_key', ['group_id', 'bucket'])
      .execute();
    await columns(db.schema.createTable('idempotency'), {
      text: ['user_id', 'call_id', 'key', 'request_hash', 'body'],
      whole: ['status', 'created_at'],
    })
      .addPrimaryKeyConstraint('idempotency_key', ['user_id', 'call_id', 'key'])
      .execute();
  },
};

const preferences: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('preferences'), {
      text: ['user_id', 'key_bindings', 'macros'],
      whole: ['character_keys', 'revision', 'updated_at'],
    })
      .addPrimaryKeyConstraint('preferences_key', ['user_id'])
      .execute();
  },
};

/** The one history of the schema, for both databases; entries are never changed, only added. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-first': first,
  '0002-preferences': preferences,
};
