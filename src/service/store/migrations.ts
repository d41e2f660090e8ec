import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import {
  alertChannels,
  alertMessages,
  alertSilences,
  alerts,
  alertWarnings,
  silenceRevisions,
} from './alert-migrations.ts';
import { archives, endedArchives } from './archive-migration.ts';
import { assets } from './asset-migration.ts';
import { assistantEndpoint } from './assistant-endpoint.ts';
import { negativeOperators } from './condition-migration.ts';
import { conversations } from './conversations.ts';
import { organizationFeatures } from './feature-settings.ts';
import {
  fleetCredentials,
  fleetLabels,
  fleetLogs,
  fleetOffers,
  fleetOwn,
  fleetPauses,
  fleetPipelines,
  fleets,
  fleetUses,
  fleetWindows,
} from './fleet-migrations.ts';
import { fleetTotals, fleetVolumes } from './fleet-volumes.ts';
import {
  changesetApprovals,
  changesetDrafts,
  changesetRemotes,
  changesets,
  gitFollows,
  providerRequests,
  requestedConnections,
} from './gitops-migrations.ts';
import { hydrationChunks, hydrationCutOff, hydrationLog, hydrations } from './hydration-migrations.ts';
import { columns, TEXT } from './migration-columns.ts';
import { audit, auditKeys, happenings } from './record-migrations.ts';
import { dashboards, reportDashboards, reports, savedQueries } from './report-migrations.ts';
import {
  COUNTERS,
  countersSeen,
  days,
  fates,
  measurements,
  pods,
  savingPrices,
  sixHours,
} from './series-migrations.ts';
import { providerSessions, signIn } from './sign-in-migration.ts';
import { collectorSites, managedAndEndedSites, remoteEngines } from './site-migrations.ts';

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

const acknowledgedErrors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('error_groups')
      .addColumn('acknowledged_at', 'bigint', (col) => col.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('error_groups')
      .addColumn('acknowledged_by', TEXT, (col) => col.notNull().defaultTo(''))
      .execute();
  },
};

const deployments: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('deployments'), {
      text: ['pipeline_id', 'requested_by', 'phases', 'outcome', 'reason'],
      whole: ['graph_version', 'former_graph_version', 'is_forced', 'requested_at', 'ended_at'],
    })
      .addPrimaryKeyConstraint('deployments_key', ['pipeline_id'])
      .execute();
  },
};

const samples: Migration = {
  async up(db: Kysely<unknown>) {
    await columns(db.schema.createTable('samples'), {
      text: [
        'id',
        'site_id',
        'pipeline_id',
        'name',
        'description',
        'events',
        'start_component_id',
        'expected',
        'created_by',
      ],
      whole: ['event_count', 'pinned', 'created_at', 'updated_at', 'revision'],
    })
      .addPrimaryKeyConstraint('samples_key', ['id'])
      .addUniqueConstraint('samples_name', ['pipeline_id', 'name'])
      .execute();
  },
};

const lookups: Migration = {
  async up(db: Kysely<unknown>) {
    const index = (name: string, table: string, columns: string[]) =>
      db.schema.createIndex(name).on(table).columns(columns).execute();
    await index('pipelines_by_name', 'pipelines', ['site_id', 'name']);
    await index('pipelines_by_update', 'pipelines', ['site_id', 'updated_at', 'id']);
    await index('transforms_by_lineage', 'transforms', ['lineage_id', 'created_at', 'id']);
    await index('transforms_by_pipeline', 'transforms', ['pipeline_id']);
  },
};

/** A day of many pipelines takes 24 rows each. */
const hours: Migration = {
  async up(db: Kysely<unknown>) {
    const names = sql.join(COUNTERS.map((name) => sql.ref(name)));
    const sums = sql.join(COUNTERS.map((name) => sql`sum(${sql.ref(name)})`));
    await sql`
      insert into counter_buckets (seconds, bucket, pipeline_id, component_id, ${names})
      select 3600, bucket - bucket % 3600, pipeline_id, component_id, ${sums}
      from counter_buckets where seconds = 60
      group by bucket - bucket % 3600, pipeline_id, component_id`.execute(db);
  },
};

const access: Migration = {
  async up(db: Kysely<unknown>) {
    const add = (name: string, type: 'text' | 'bigint', value: string | number) =>
      db.schema
        .alterTable('users')
        .addColumn(name, type, (col) => col.notNull().defaultTo(value))
        .execute();
    await add('status', TEXT, 'ACTIVE');
    await add('last_sign_in_at', 'bigint', 0);
    await add('revision', 'bigint', 1);
    await columns(db.schema.createTable('roles'), {
      text: ['id', 'name', 'description', 'grants', 'site_ids'],
      whole: ['revision', 'created_at', 'updated_at'],
    })
      .addPrimaryKeyConstraint('roles_key', ['id'])
      .addUniqueConstraint('roles_name', ['name'])
      .execute();
    await columns(db.schema.createTable('api_keys'), {
      text: [
        'id',
        'secret_hash',
        'name',
        'description',
        'role_id',
        'site_ids',
        'created_by',
        'created_by_name',
      ],
      whole: ['created_at', 'expires_at', 'last_used_at', 'revoked_at'],
    })
      .addPrimaryKeyConstraint('api_keys_key', ['id'])
      .execute();
  },
};

const tourSeen: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('preferences')
      .addColumn('tour_seen', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

const logViews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('preferences')
      .addColumn('log_views', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};

/** One history for both databases; entries are only added. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-first': first,
  '0002-preferences': preferences,
  '0003-acknowledged-errors': acknowledgedErrors,
  '0004-deployments': deployments,
  '0005-samples': samples,
  '0006-lookups': lookups,
  '0007-hours': hours,
  '0008-audit': audit,
  '0009-assets': assets,
  '0010-happenings': happenings,
  '0010-counters-seen': countersSeen,
  '0012-archives': archives,
  '0013-saving-prices': savingPrices,
  '0014-six-hours': sixHours,
  '0015-access': access,
  '0016-sign-in': signIn,
  '0017-ended-archives': endedArchives,
  '0018-days': days,
  '0019-remote-engines': remoteEngines,
  '0021-managed-and-ended-sites': managedAndEndedSites,
  '0022-provider-sessions': providerSessions,
  '0023-negative-operators': negativeOperators,
  '0025-fates': fates,
  '0026-audit-keys': auditKeys,
  '0027-pods': pods,
  '0028-organization-features': organizationFeatures,
  '0030-alerts': alerts,
  '0031-alert-channels': alertChannels,
  '0032-changesets': changesets,
  '0033-measurements': measurements,
  '0034-changeset-approvals': changesetApprovals,
  '0035-alert-silences': alertSilences,
  '0036-alert-messages': alertMessages,
  '0037-fleets': fleets,
  '0038-saved-queries': savedQueries,
  '0039-reports': reports,
  '0040-hydrations': hydrations,
  '0041-tour-seen': tourSeen,
  '0042-alert-warnings': alertWarnings,
  '0043-requested-connections': requestedConnections,
  '0044-dashboards': dashboards,
  '0045-fleet-volumes': fleetVolumes,
  '0046-silence-revisions': silenceRevisions,
  '0047-assistant-endpoint': assistantEndpoint,
  '0048-git-follows': gitFollows,
  '0049-conversations': conversations,
  '0050-report-dashboards': reportDashboards,
  '0051-changeset-drafts': changesetDrafts,
  '0052-changeset-remotes': changesetRemotes,
  '0053-log-views': logViews,
  '0054-fleet-pipelines': fleetPipelines,
  '0055-provider-requests': providerRequests,
  '0056-collector-sites': collectorSites,
  '0057-hydration-chunks': hydrationChunks,
  '0058-hydration-log': hydrationLog,
  '0060-fleet-labels': fleetLabels,
  '0061-fleet-windows': fleetWindows,
  '0062-fleet-credentials': fleetCredentials,
  '0063-fleet-uses': fleetUses,
  '0064-fleet-own': fleetOwn,
  '0065-fleet-pauses': fleetPauses,
  '0066-hydration-cut-off': hydrationCutOff,
  '0067-fleet-totals': fleetTotals,
  '0068-fleet-logs': fleetLogs,
  '0069-fleet-offers': fleetOffers,
};
