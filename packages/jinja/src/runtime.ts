import type { CompiledTemplate } from './compile/template-parts.ts';
import { HostValues } from './host-values.ts';
import type { Meter } from './meter.ts';
import type { Results } from './options.ts';
import { repr } from './print/text.ts';
import type { SourcePosition } from './syntax/source.ts';
import type { Native, NativeTable } from './value/native-function.ts';
import { describeObject, Undefined, type UndefinedKind } from './value/undefined.ts';
import { type CallArguments, typeName, type Value } from './value/value.ts';

/** Lookup of members and calls of values; the rules stand in `operations/member.ts`. */
export interface Members {
  attribute(object: Value, name: string, rt: Runtime): Value;
  item(object: Value, key: Value, rt: Runtime): Value;
  call(callee: Value, args: CallArguments, rt: Runtime): Value;
}

/** Services of an environment for running templates. */
export interface Facilities {
  readonly filters: NativeTable;
  readonly tests: NativeTable;
  readonly undefinedKind: UndefinedKind;
  readonly members: Members;
  /** Returns the replacement of a printed value; null for the value itself. */
  readonly finalize: Native | null;
  /** Representation of shared data that leaves the template. */
  readonly results: Results;
  /** The template of a name; throws when there is no loader, null when the loader does not know it. */
  template(name: string): CompiledTemplate | null;
  /** A number from 0 to below 1, for `random` and `lipsum`. */
  random(): number;
}

/** The state of one render. */
export class Runtime {
  readonly facilities: Facilities;
  readonly meter: Meter;
  readonly host: HostValues;
  /** True when templates and blocks begin with escaping output. */
  readonly startsEscaping: boolean;
  /** True when output is escaped at the current position. */
  autoescape: boolean;
  /** Current position, for errors. */
  site: SourcePosition | null = null;

  constructor(facilities: Facilities, meter: Meter, autoescape: boolean) {
    this.facilities = facilities;
    this.meter = meter;
    this.startsEscaping = autoescape;
    this.autoescape = autoescape;
    this.host = new HostValues(() => this.undefined('the value is undefined'), meter);
  }

  /** Undefined with a message of its own. */
  undefined(message: string): Undefined {
    return new Undefined(this.facilities.undefinedKind, () => message);
  }

  /** A name that nothing defines. */
  undefinedName(name: string): Undefined {
    return new Undefined(this.facilities.undefinedKind, () => `'${name}' is undefined`);
  }

  /** A member that an object does not have. */
  undefinedMember(object: Value, key: Value): Undefined {
    return new Undefined(this.facilities.undefinedKind, () =>
      typeof key === 'string'
        ? `'${describeObject(object)}' has no attribute '${key}'`
        : `${describeObject(object)} has no element ${repr(key, this)}`,
    );
  }

  /** A member that the sandbox hides. */
  unsafeMember(object: Value, name: string): Undefined {
    return this.undefined(`access to attribute '${name}' of '${typeName(object)}' object is unsafe.`);
  }
}
