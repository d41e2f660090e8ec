import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { requireFieldsIn } from '../../contract/condition-upgrade.ts';
import { getErrorMessage } from '../../contract/values.ts';
import { makePrivateFolder } from '../private-folder.ts';
import type { PipelinePlan } from '../types/plan.ts';
import { ReportOutbox } from './report-outbox.ts';

export type Membership = {
  url: string;
  /** The engine's secret; the service stores only its hash. */
  credential: string;
  siteId: string;
  siteName: string;
  signIn: string;
};

export type AgentStore = {
  folder: string;
  outbox: ReportOutbox;
  membership(): Membership | undefined;
  join(membership: Membership): void;
  /** Credential for joining, the same until it succeeds. */
  draftCredential(make: () => string): string;
  plans(): PipelinePlan[];
  plan(pipelineId: string): PipelinePlan | undefined;
  keepPlan(plan: PipelinePlan): void;
  dropPlan(pipelineId: string): void;
  forget(): void;
  close(): void;
};

export class FolderError extends Error {}

/**
 * Opens or creates the folder (mode 0700) for this process alone. Plans hold secrets in clear text, so the
 * file has mode 0600.
 * @throws FolderError
 */
export function openAgentStore(setting: string): AgentStore {
  const folder = resolve(setting);
  const path = join(folder, 'engine.db');
  let db: DatabaseSync;
  try {
    makePrivateFolder(folder);
    closeSync(openSync(path, 'a', 0o600));
    db = new DatabaseSync(path);
    // The lock ends with the process.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal');
    db.exec(`
      create table if not exists membership (id integer primary key check (id = 1), body text not null);
      create table if not exists draft (id integer primary key check (id = 1), credential text not null);
      create table if not exists plans (pipeline_id text primary key, body text not null);
      begin exclusive; commit`);
  } catch (error) {
    const isTaken = getErrorMessage(error).includes('locked');
    const why = isTaken
      ? 'is used by another engine; stop it or choose another folder'
      : getErrorMessage(error);
    throw new FolderError(`The folder '${folder}' ${isTaken ? why : `cannot be used: ${why}`}`);
  }
  upgradePlans(db);
  const outbox = new ReportOutbox(db);
  return {
    folder,
    outbox,
    membership: () => {
      const row = db.prepare('select body from membership').get();
      return row && JSON.parse(String(row.body));
    },
    join: (membership) => {
      db.prepare('insert or replace into membership (id, body) values (1, ?)').run(
        JSON.stringify(membership),
      );
    },
    draftCredential: (make) => {
      const row = db.prepare('select credential from draft').get();
      if (row) return String(row.credential);
      const credential = make();
      db.prepare('insert into draft (id, credential) values (1, ?)').run(credential);
      return credential;
    },
    plans: () =>
      db
        .prepare('select body from plans order by rowid')
        .all()
        .map(({ body }) => JSON.parse(String(body))),
    plan: (pipelineId) => {
      const row = db.prepare('select body from plans where pipeline_id = ?').get(pipelineId);
      return row && JSON.parse(String(row.body));
    },
    keepPlan: (plan) => {
      db.prepare(
        'insert into plans (pipeline_id, body) values (?, ?) on conflict (pipeline_id) do update set body = excluded.body',
      ).run(plan.pipelineId, JSON.stringify(plan));
    },
    dropPlan: (pipelineId) => {
      db.prepare('delete from plans where pipeline_id = ?').run(pipelineId);
    },
    forget: () =>
      db.exec(
        'delete from membership; delete from draft; delete from plans; delete from counters; delete from errors',
      ),
    close: () => db.close(),
  };
}

/** Plans of an earlier version keep their meaning until the service sends new ones; see `requireFields`. */
function upgradePlans(db: DatabaseSync): void {
  const isFormer = db.prepare('pragma user_version').get()?.user_version === 0;
  if (!isFormer) return;
  db.exec('begin');
  const put = db.prepare('update plans set body = ? where pipeline_id = ?');
  for (const { pipeline_id, body } of db.prepare('select pipeline_id, body from plans').all()) {
    const plan: PipelinePlan = JSON.parse(String(body));
    const nodes = plan.nodes.map((node) => ({ ...node, config: requireFieldsIn(node.config) }));
    put.run(JSON.stringify({ ...plan, nodes }), pipeline_id ?? '');
  }
  db.exec('pragma user_version = 1; commit');
}
