import { Argument, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { AnyPresentation, CommandRow, Flag, Values } from './presentation.js';

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Pick<Property, 'enum'>;
  readonly description?: string;
  readonly default?: unknown;
}

/** Arguments and flags of a command, and the mapping of their values to inputs. */
export interface DerivedArguments {
  readonly positional: readonly Argument[];
  readonly options: readonly Option[];
  /** Returns inputs and extra flags by name, without those that were not given. */
  values(positional: readonly unknown[], options: Values): Values;
  /** Returns a message of an operation with its inputs named as on the command line. */
  nameInputs(message: string): string;
}

/** Field that a message begins with: `tags.0: …`. */
const MESSAGE_FIELD = /^([a-z]\w*)(?:\.\w+)*(?=: )/;
/** Name of an input that cannot be a word of the text. */
const INPUT_NAME = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;

/** Derives a command line from a row's input schema, with the changes of its presentation. */
export function derive(row: CommandRow, presentation: AnyPresentation | undefined): DerivedArguments {
  const schema = z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' });
  const properties = schema.properties as Readonly<Record<string, Property>>;
  const required = new Set(schema.required);
  const names = row.cli?.positional ?? [];
  const positional = names.map((name) => {
    const placeholder = name.replaceAll('_', '-');
    const written = presentation?.positional?.[name] ?? (required.has(name) ? `<${placeholder}>` : `[${placeholder}]`);
    return argument(written, properties[name] ?? {}, presentation?.argumentDescriptions?.[name]);
  });
  const flags = Object.keys(properties)
    .filter((name) => !names.includes(name) && presentation?.inputs?.[name] !== null)
    .map((name) => [name, option(name, properties[name] ?? {}, presentation?.inputs?.[name])] as const);
  const modes = Object.entries(presentation?.modes ?? {}).map(([name, { flag }]) => [name, flag] as const);
  const extra = [...Object.entries(presentation?.extra ?? {}), ...modes].map(
    ([name, flag]) => [name, applyParser(new Option(flag.flags, flag.description), flag)] as const,
  );
  const all = [...flags, ...extra];
  const written = new Map<string, string>([
    ...flags.map(([name, each]) => [name, each.long ?? name] as const),
    ...names.map((name, index) => [name, positional[index]?.name() ?? name] as const),
    ...Object.entries(presentation?.inputNames ?? {}),
  ]);
  const rename = (name: string) => written.get(name) ?? name;
  return {
    positional,
    options: all.map(([, each]) => each),
    values: (given, options) =>
      omitUndefined([
        ...names.map((name, index) => [name, given[index]] as const),
        ...all.map(([name, each]) => [name, options[each.attributeName()]] as const),
      ]),
    nameInputs: (message) =>
      message.replace(MESSAGE_FIELD, (path, name: string) => written.get(name) ?? path).replace(INPUT_NAME, rename),
  };
}

const omitUndefined = (entries: (readonly [string, unknown])[]): Values =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));

function argument(written: string, property: Property, described?: string): Argument {
  const made = new Argument(written);
  made.description = described ?? property.description ?? ARGUMENT_DESCRIPTIONS[made.name()] ?? '';
  return property.enum === undefined ? made : made.choices(property.enum);
}

/** Descriptions of arguments that mean the same in every command, by their placeholder. */
const ARGUMENT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  backup: 'Id of a backup. notes sync backup list shows the ids.',
  conflict: 'Id of a conflict. notes sync conflicts shows the ids.',
  device: 'Device: an id or a name, as notes sync status shows them.',
  job: 'Id of a job. notes job list shows the ids.',
  note: 'Note: an id, an address or a title.',
  'note-in-trash': 'Note in Trash: an id, an address or a title.',
  notebook: 'Notebook: an id, a name or a path.',
  resource: 'Attachment: an id or an address.',
  revision: 'Id of a revision. notes history shows the ids.',
  search: 'Saved search: an id or a name.',
  tag: 'Name of the tag. Slashes nest tags: work/sync.',
  template: 'Template: an id, an address or a title.',
  text: 'Text to add. Default: standard input, also as -.',
  url: 'Address to check, such as https://example.org/a.png.',
};

function option(name: string, property: Property, written: Flag | null | undefined): Option {
  const long = `--${name.replaceAll('_', '-')}`;
  const isSwitch = property.type === 'boolean';
  const flags = written?.flags ?? (isSwitch ? long : `${long} <${getValueName(name, property)}>`);
  const made = new Option(flags, written?.description ?? describeProperty(property));
  const choices = property.enum ?? property.items?.enum;
  if (choices !== undefined) made.choices(choices);
  if (property.type === 'integer') made.argParser(parseWholeNumber);
  return property.type === 'array' ? made.argParser(createListParser(choices)) : applyParser(made, written);
}

/** Collects the values of a repeatable flag. */
const createListParser = (choices: readonly string[] | undefined) => (value: string, before: string[] | undefined) => {
  if (choices?.includes(value) === false) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  return [...(before ?? []), value];
};

const applyParser = (made: Option, flag: Flag | null | undefined): Option =>
  flag?.parse === undefined ? made : made.argParser(flag.parse);

/** Placeholders of inputs whose names mean little on a command line. */
const VALUE_NAMES: Readonly<Record<string, string>> = {
  accept_checkpoint: 'digest',
  base_url: 'url',
  created_at: 'time',
  document_id: 'note-id',
  invitation_id: 'invitation',
  request_key: 'key',
  resource_ids: 'resource',
  tls_cert_sha256: 'sha256',
};

function getValueName(name: string, property: Property): string {
  if (property.type === 'integer') return 'number';
  return property.enum === undefined ? (VALUE_NAMES[name] ?? name.replaceAll('_', '-')) : 'choice';
}

function describeProperty({ description, default: standard }: Property): string {
  const shown = standard === undefined || standard === '' || standard === false ? '' : `Default: ${String(standard)}.`;
  return [description, shown].filter((part) => part !== undefined && part !== '').join(' ');
}

function parseWholeNumber(value: string): number {
  if (!/^-?\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}
