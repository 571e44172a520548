'use strict';

const { uncurryThis } = require('../../pristine.cjs');

const MAX_OBJECTS = 50_000;
/** What an object takes besides its values. */
const OBJECT_CHARS = 32;
/** Thrown at what cannot be carried, or is too much. */
const LOST = Symbol('lost');

const Places = Map;
const get = uncurryThis(Map.prototype.get);
const set = uncurryThis(Map.prototype.set);
const remove = uncurryThis(Map.prototype.delete);

/**
 * The objects of a state, each once, however many lead to it.
 * @param write writes one, and places what it leads to
 * @param maxChars of the text of all
 */
function createTable(write, maxChars) {
  const objects = [];
  const sources = [];
  const places = new Places();
  let chars = 0;

  const weigh = (amount) => {
    chars += amount;
    if (chars > maxChars) throw LOST;
  };

  const forgetFrom = (start) => {
    for (let index = start; index < sources.length; index += 1) remove(places, sources[index]);
    sources.length = start;
    objects.length = start;
  };

  return {
    objects,
    weigh,
    /** The JSON of a reference to the object, which is written later. */
    place(object) {
      const known = get(places, object);
      if (known !== undefined) return `[${known}]`;
      const index = sources.length;
      if (index === MAX_OBJECTS) throw LOST;
      weigh(OBJECT_CHARS);
      sources[index] = object;
      set(places, object, index);
      return `[${index}]`;
    },
    /** What `refer` gives, when all that it placed is written; undefined, and nothing is there, if that cannot be. */
    enter(refer) {
      const start = sources.length;
      const before = chars;
      try {
        const reference = refer();
        for (let index = start; index < sources.length; index += 1) {
          objects[index] = write(sources[index]);
        }
        return reference;
      } catch (error) {
        if (error !== LOST) throw error;
        forgetFrom(start);
        chars = before;
        return undefined;
      }
    },
  };
}

module.exports = { LOST, createTable };
