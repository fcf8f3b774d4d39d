// SPDX-License-Identifier: MIT
// How many bits gzip would take for a text, part by part, while a part may still change. Matches are found as zlib finds them at its
// highest level: the longest, of equal ones the nearest, and a literal first where the match after it is longer (RFC 1951, 4); but
// fewer places are looked at. Bits are counted in whole sixteenths.

const SHORTEST = 3, LONGEST = 258, WINDOW = 32768;
const FAR = 4096; // zlib takes no match of three bytes that is farther away
const CHAIN = 48; // places with the same four bytes that are looked at
const BLOCK = 16383; // literals and matches that have the same codes: zlib begins a new block then
const UNIT = 16;
const HOPELESS = 20 * UNIT; // lost by the first of many changes: the others are not looked at
const NONE = -1, NEVER = 2 ** 30;

const LENGTH_CODES = 29, DISTANCE_CODES = 30;
const lengthCode = new Uint8Array(LONGEST + 1), lengthExtra = new Uint8Array(LONGEST + 1);
for (let code = 0, length = SHORTEST; code < LENGTH_CODES - 1; code++) {
  const extra = code < 8 ? 0 : (code >> 2) - 1;
  for (let i = 0; i < 1 << extra; i++, length++) [lengthCode[length], lengthExtra[length]] = [code, extra];
}
[lengthCode[LONGEST], lengthExtra[LONGEST]] = [LENGTH_CODES - 1, 0];
const distanceExtra = (distance) => (distance <= 4 ? 0 : 30 - Math.clz32(distance - 1));
const distanceCode = (distance) => 2 * distanceExtra(distance) + ((distance - 1) >> distanceExtra(distance));

/** Codes of a block: how long they are for symbols (256 literals, then lengths) and distances that occur so often. */
function blockOf(end, symbols, distances) {
  const bits = (counts) => {
    const sum = counts.reduce((total, count) => total + count, 0);
    return Int32Array.from(counts, (count) => Math.round(UNIT * Math.min(15, Math.log2(sum / Math.max(count, 0.5)))));
  };
  return { end, symbols: bits(symbols), distances: bits(distances) };
}

/** Places of a text by the bytes there, three or four. */
class Places {
  constructor(text, bytes) {
    this.text = text;
    this.mask = bytes === 3 ? 0xffffff : ~0;
    this.last = new Int32Array(65536).fill(NONE); // by hash
    this.before = new Int32Array(text.length); // the place before with the same hash
    this.hashes = new Uint16Array(text.length); // with which places were inserted: bytes may be others now
  }
  hash(place) {
    const { text } = this, bytes = text[place] | (text[place + 1] << 8) | (text[place + 2] << 16) | (text[place + 3] << 24);
    return Math.imul(bytes & this.mask, 0x9e3779b1) >>> 16;
  }
  lastLike(place) {
    return this.last[this.hash(place)];
  }
  insert(place) {
    const hash = this.hash(place);
    this.hashes[place] = hash;
    this.before[place] = this.last[hash];
    this.last[hash] = place;
  }
  remove(place) {
    this.last[this.hashes[place]] = this.before[place];
  }
}

export class DeflateBits {
  /** `sample`: the text as it will about be, from which the lengths of codes are taken. */
  constructor(sample) {
    this.blocks = [blockOf(NEVER, new Array(256 + LENGTH_CODES).fill(1), new Array(DISTANCE_CODES).fill(1))];
    this.#clear(sample.length + LONGEST);
    this.add(sample);
    this.blocks = this.#codesOfPart();
    this.#clear(sample.length + LONGEST);
  }

  #clear(size) {
    const numbers = () => new Int32Array(size).fill(NONE);
    this.text = new Uint8Array(size);
    this.start = this.end = 0; // of the part that may change
    this.threes = new Places(this.text, 3);
    this.fours = new Places(this.text, 4);
    this.inserted = 0; // places below this have been inserted
    // The match that begins at a place, of length 0 if there is none; unknown where nobody asked for it.
    this.lengths = numbers();
    this.distances = numbers();
    // Places at which literals and matches of the part begin: bits before each, and where the bytes end that were looked at till then.
    this.bits = numbers();
    this.seen = numbers();
    // The same of what is tried. `tokens` are the places, from the one on where the trial begins.
    this.trial = { number: 0, from: 0, total: 0, count: 0, tokens: numbers(), asked: numbers(), lengths: numbers(), distances: numbers(), bits: numbers(), seen: numbers() };
    this.nextChange = numbers();
    this.isTrial = false;
  }

  /** Adds a part, which may change until the next one is added: `part` has its bytes. */
  add(bytes) {
    this.#forget(this.end);
    this.start = this.end;
    this.end += bytes.length;
    this.text.set(bytes, this.start);
    this.part = this.text.subarray(this.start, this.end);
    this.block = this.blocks.find(({ end }) => end > this.start);
    this.bits[this.start] = 0;
    this.seen[this.start] = this.start;
    this.#parse(this.start, this.end);
    this.keep();
  }

  /** Bits of the part with bytes that have been replaced in it, all of them at the places in `changed`, which are sorted. Can be kept if
   * they are fewer than `total`. */
  tryOut(changed) {
    const { start, nextChange } = this, first = start + changed[0], last = start + changed.at(-1);
    this.#forget(first);
    for (let i = changed.length - 1, place = last, next = last; place >= first; place--) {
      if (place === start + changed[i]) {
        next = place;
        i--;
      }
      nextChange[place] = next;
    }
    this.#parse(first, last);
    return this.trial.total;
  }

  /** What was tried is what the part is from now on. */
  keep() {
    const { trial } = this;
    for (let place = trial.from; place < this.end; place++) {
      const isAsked = trial.asked[place] === trial.number;
      this.lengths[place] = isAsked ? trial.lengths[place] : NONE;
      this.distances[place] = trial.distances[place];
      this.bits[place] = NONE;
    }
    for (let i = 0; i < trial.count; i++) {
      const place = trial.tokens[i];
      this.bits[place] = trial.bits[place];
      this.seen[place] = trial.seen[place];
    }
    this.total = trial.total;
    this.isTrial = false;
  }

  /** Takes back what was tried and not kept, and places that do not have the same bytes from `place` on. */
  #forget(place) {
    this.#removeFrom(Math.max(Math.min(place, this.isTrial ? this.trial.first : NEVER) - 3, 0));
    this.isTrial = false;
  }

  #removeFrom(place) {
    while (this.inserted > place) {
      this.inserted--;
      this.threes.remove(this.inserted);
      this.fours.remove(this.inserted);
    }
  }

  /** The longest match at a place. Returns its length, 0 for none, and leaves its distance in `distance`. */
  #find(place) {
    this.#removeFrom(place);
    for (; this.inserted < place; this.inserted++) {
      this.threes.insert(this.inserted);
      this.fours.insert(this.inserted);
    }
    const { text } = this, longest = Math.min(LONGEST, this.end - place);
    let length = 0;
    if (longest < SHORTEST) return 0;
    const lengthAt = (other) => {
      let equal = 0;
      while (equal < longest && text[other + equal] === text[place + equal]) equal++;
      return equal;
    };
    const near = this.threes.lastLike(place);
    if (near >= place - FAR && near >= 0) length = lengthAt(near);
    this.distance = place - near;
    if (length < SHORTEST) length = 0;
    let other = this.fours.lastLike(place), best = Math.max(length, SHORTEST);
    for (let left = CHAIN; left > 0 && other >= 0 && other >= place - WINDOW && best < longest; left--) {
      if (text[other + best] === text[place + best]) {
        const equal = lengthAt(other);
        if (equal > best) {
          best = length = equal;
          this.distance = place - other;
        }
      }
      other = this.fours.before[other];
    }
    return length;
  }

  /** Finds literals and matches of the part anew where changes from `first` to `last` can make a difference. */
  #parse(first, last) {
    const { text, block, trial, start, end, lengths, distances, nextChange } = this;
    const changeFrom = (place) => (place > last ? NEVER : nextChange[Math.max(place, first)]);
    const isWhole = first === start && last === end; // nothing is known
    trial.number++;
    trial.first = first;

    /** The match at a place: the one that is known if neither its bytes nor those that it repeats have changed. */
    const match = (place) => {
      if (trial.asked[place] === trial.number) return trial.lengths[place];
      trial.asked[place] = trial.number;
      const known = isWhole ? NONE : lengths[place], source = place - distances[place];
      const isKnown = known >= 0 && changeFrom(place) > place + Math.max(known, SHORTEST) && (known === 0 || source + known < first || changeFrom(source) > source + known);
      if (isKnown) {
        trial.distances[place] = distances[place];
        return (trial.lengths[place] = known);
      }
      trial.lengths[place] = this.#find(place);
      trial.distances[place] = this.distance;
      return trial.lengths[place];
    };

    let place = Math.min(first, end - 1);
    while (this.bits[place] < 0 || this.seen[place] > first) place--;
    let bits = this.bits[place], seen = this.seen[place], count = 0;
    trial.from = place;
    this.isTrial = true;
    while (place < end) {
      const loss = this.bits[place] < 0 ? NONE : bits - this.bits[place];
      if (loss >= (place > last ? 0 : HOPELESS)) { // after all changes what follows is as before, or repeats less
        trial.total = this.total + loss;
        return;
      }
      trial.tokens[count++] = place;
      trial.bits[place] = bits;
      trial.seen[place] = seen;
      const length = match(place), later = length > 0 && length < LONGEST && place + 1 < end ? match(place + 1) : 0;
      seen = Math.max(seen, place + Math.max(length, later + 1, SHORTEST) + 1);
      if (length === 0 || later > length) bits += block.symbols[text[place++]];
      else {
        const distance = trial.distances[place];
        bits += block.symbols[256 + lengthCode[length]] + block.distances[distanceCode(distance)] + UNIT * (lengthExtra[length] + distanceExtra(distance));
        place += length;
      }
    }
    trial.count = count;
    trial.total = bits;
  }

  #codesOfPart() {
    const { trial } = this, blocks = [];
    for (let i = 0; i < trial.count; i += BLOCK) {
      const symbols = new Array(256 + LENGTH_CODES).fill(0), used = new Array(DISTANCE_CODES).fill(0);
      const next = Math.min(i + BLOCK, trial.count), placeOf = (token) => (token < trial.count ? trial.tokens[token] : this.end);
      for (let token = i; token < next; token++) {
        const place = placeOf(token), length = placeOf(token + 1) - place;
        symbols[length === 1 ? this.text[place] : 256 + lengthCode[length]]++;
        if (length > 1) used[distanceCode(this.distances[place])]++;
      }
      blocks.push(blockOf(next < trial.count ? placeOf(next) : NEVER, symbols, used));
    }
    return blocks;
  }
}
