import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Admin, Producer } from '@platformatic/kafka';
import { freePort } from '../../src/engine/components/testing/contexts.ts';
import { certificates } from '../../src/engine/components/testing/http-peer.ts';
import { eventually } from '../harness/eventually.ts';
import { findClasses } from './maven.ts';
import { tool } from './tools.ts';

const VERSION = '4.1.0';
export const USER = { username: 'penstock', password: 'a-secret' };

const oneLine = (pem: string): string => pem.trim().replaceAll('\n', ' \\\n');

/** Apache Kafka as one process (KRaft), on loopback, with all its files in a folder of its own. */
export class Broker {
  readonly folder = mkdtempSync(join(tmpdir(), 'kafka-'));
  private readonly classes = findClasses(this.folder, `org.apache.kafka:kafka_2.13:${VERSION}`);
  private ports = { plain: 0, controller: 0, sasl: 0, secure: 0 };
  private process: ChildProcess | null = null;

  get brokers(): string[] {
    return [`127.0.0.1:${this.ports.plain}`];
  }

  /** SASL without TLS. */
  get sasl(): string[] {
    return [`127.0.0.1:${this.ports.sasl}`];
  }

  /** SASL over TLS, which asks for a client certificate. */
  get secure(): string[] {
    return [`localhost:${this.ports.secure}`];
  }

  async begin(): Promise<void> {
    const [plain, controller, sasl, secure] = await Promise.all([
      freePort(),
      freePort(),
      freePort(),
      freePort(),
    ]);
    this.ports = { plain, controller, sasl, secure };
    this.writeSettings();
    const users = ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '-S',
      `${mechanism}=[name=${USER.username},password=${USER.password}]`,
    ]);
    const id = 'AAAAAAAAAAAAAAAAAAAAAA';
    const args = ['format', '-t', id, '-c', join(this.folder, 'settings'), ...users];
    execFileSync(
      tool('java', 'default-jre-headless'),
      ['-cp', this.classes, 'kafka.tools.StorageTool', ...args],
      {
        stdio: 'ignore',
      },
    );
    await this.start();
  }

  async start(): Promise<void> {
    const args = ['-Xmx512m', '-cp', this.classes, 'kafka.Kafka', join(this.folder, 'settings')];
    this.process = spawn(tool('java', 'default-jre-headless'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.process.stdout!, this.process.stderr!])
      stream.on('data', (part) => appendFileSync(join(this.folder, 'log'), part));
    await eventually(() => this.withAdmin((admin) => admin.listTopics()), 60_000);
  }

  async kill(): Promise<void> {
    const { process } = this;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    process.kill('SIGKILL');
    await once(process, 'exit');
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async makeTopic(topic: string, partitions = 4): Promise<void> {
    await this.withAdmin((admin) => admin.createTopics({ topics: [topic], partitions, replicas: 1 }));
  }

  produce(topic: string, lines: readonly string[]): void {
    const args = ['-P', '-b', this.brokers[0]!, '-t', topic, '-X', 'acks=all'];
    execFileSync(tool('kcat'), args, { input: `${lines.join('\n')}\n` });
  }

  /** @param values of messages, one after the other; null is a message without one */
  async send(topic: string, values: readonly (Buffer | null)[]): Promise<void> {
    const producer = new Producer<Buffer, Buffer, Buffer, Buffer>({
      ...{ clientId: 'test', bootstrapBrokers: this.brokers },
    });
    try {
      const messages = values.map((value) => ({ topic, partition: 0, ...(value && { value }) }));
      await producer.send({ messages, acks: -1 });
    } finally {
      await producer.close();
    }
  }

  /** How many messages a topic holds. */
  count(topic: string, partitions: number): Promise<number> {
    const asked = Array.from({ length: partitions }, (_, at) => ({ partitionIndex: at, timestamp: -1n }));
    return this.withAdmin(async (admin) => {
      const found = await admin.listOffsets({ topics: [{ name: topic, partitions: asked }] });
      return found.flatMap((one) => one.partitions).reduce((sum, { offset }) => sum + Number(offset), 0);
    });
  }

  /** One line for each message, in `format` of kcat. */
  read(topic: string, format = '%s'): string[] {
    const args = ['-C', '-b', this.brokers[0]!, '-t', topic, '-e', '-q', '-f', `${format}\n`];
    const text = execFileSync(tool('kcat'), args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    return text.split('\n').filter((line) => line !== '');
  }

  private async withAdmin<T>(use: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = new Admin({ clientId: 'test', bootstrapBrokers: this.brokers, retries: 0 });
    try {
      return await use(admin);
    } finally {
      await admin.close();
    }
  }

  private writeSettings(): void {
    const { plain, controller, sasl, secure } = this.ports;
    const open = `PLAINTEXT://127.0.0.1:${plain},SASL_PLAINTEXT://127.0.0.1:${sasl},SASL_SSL://localhost:${secure}`;
    const module = 'org.apache.kafka.common.security';
    const jaas = ['sasl_plaintext', 'sasl_ssl'].flatMap((listener) => [
      `listener.name.${listener}.plain.sasl.jaas.config=${module}.plain.PlainLoginModule required user_${USER.username}="${USER.password}";`,
      ...['256', '512'].map(
        (bits) =>
          `listener.name.${listener}.scram-sha-${bits}.sasl.jaas.config=${module}.scram.ScramLoginModule required;`,
      ),
    ]);
    const settings = `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
listeners=${open},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=${open}
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL
inter.broker.listener.name=PLAINTEXT
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
${jaas.join('\n')}
listener.name.sasl_ssl.ssl.client.auth=required
ssl.keystore.type=PEM
ssl.keystore.certificate.chain=${oneLine(certificates.server.cert)}
ssl.keystore.key=${oneLine(certificates.server.key)}
ssl.truststore.type=PEM
ssl.truststore.certificates=${oneLine(certificates.ca)}
log.dirs=${join(this.folder, 'data')}
offsets.topic.replication.factor=1
offsets.topic.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
`;
    writeFileSync(join(this.folder, 'settings'), settings);
  }
}
