// SPDX-License-Identifier: MIT
// Handles over Native.cs for the usual work: load, validate, migrate, save, run a crowd, play motion, actors, faces and lips. Everything
// else is called through Vrm.Native.Api with Handle.Pointer, as in C; FromPointer() takes what these functions make.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using Vrm.Native;

namespace Vrm
{
    /// <summary>A call failed. Result says how, Findings what exactly is wrong with a file.</summary>
    public class VrmException : Exception
    {
        public Result Result { get; private set; }
        public IReadOnlyList<Finding> Findings { get; private set; }

        public VrmException(Result result, string what, IReadOnlyList<Finding> findings = null)
            : base(what + ": " + Text.Of(result) + Worst(findings))
        {
            Result = result;
            Findings = findings ?? new Finding[0];
        }

        private static string Worst(IReadOnlyList<Finding> findings)
        {
            if (findings == null || findings.Count == 0) return "";
            Finding worst = findings[0];
            foreach (Finding finding in findings)
                if (finding.Severity < worst.Severity) worst = finding;
            return " (" + worst.Code + " at \"" + worst.Pointer + "\": " + worst.Message + ")";
        }
    }

    /// <summary>One finding about a file, copied out of a report.</summary>
    public sealed class Finding
    {
        public string Code { get; internal set; }
        public string Pointer { get; internal set; }
        public string Message { get; internal set; }
        public ulong ByteOffset { get; internal set; }
        public Severity Severity { get; internal set; }
    }

    internal static unsafe class Text
    {
        // Throws ArgumentException for half of a surrogate pair, which would name another file.
        private static readonly Encoding strict = new UTF8Encoding(false, true);

        public static string Of(Result result) { return Read(Api.vrm_result_text(result)); }

        public static string Read(byte* text)
        {
            if (text == null) return null;
            int length = 0;
            while (text[length] != 0) length++;
            byte[] bytes = new byte[length];
            Marshal.Copy((IntPtr)text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>Begins the message about something that was refused; null: it has no name.</summary>
        public static string Refused(string name) { return name == null ? "refused: " : "refused \"" + name + "\": "; }

        /// <summary>Terminated UTF-8 for a call.</summary>
        public static byte[] Write(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            if (text.IndexOf('\0') >= 0) throw new ArgumentException("a string for libvrm must not hold U+0000");
            byte[] bytes = new byte[strict.GetByteCount(text) + 1];
            strict.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }
    }

    /// <summary>
    /// Owns an object of the library. Dispose() ends it, or the garbage collector does; what others still need of it (a
    /// rig that avatars use) lives until they end. Use after Dispose() throws ObjectDisposedException.
    /// </summary>
    public abstract class Handle : IDisposable
    {
        // Counted: an object ends with the last of its handle, the calls that run, and those that depend on it.
        internal sealed class Owned
        {
            public readonly IntPtr Pointer;
            // What calls that change the object lock, so that they wait for each other; null: it is immutable, and calls may overlap.
            public readonly object Gate;
            private readonly Action<IntPtr> end;
            private int uses = 1;

            public Owned(IntPtr pointer, bool isMutable, Action<IntPtr> end)
            {
                Pointer = pointer;
                Gate = isMutable ? this : null;
                this.end = end;
            }

            /// <summary>A part of another object, which it keeps alive; their calls wait for each other.</summary>
            public Owned(IntPtr part, Owned whole)
            {
                Pointer = part;
                Gate = whole.Gate;
                end = p => whole.Release();
            }

            /// <summary>False when the object has ended.</summary>
            public bool Acquire()
            {
                for (int seen = Volatile.Read(ref uses); seen != 0; seen = Volatile.Read(ref uses))
                    if (Interlocked.CompareExchange(ref uses, seen + 1, seen) == seen) return true;
                return false;
            }

            public void Release()
            {
                if (Interlocked.Decrement(ref uses) == 0) end(Pointer);
            }
        }

        // An object for the length of a call, whatever the garbage collector and other threads do meanwhile: without it, a
        // handle that nobody refers to any more may end its object while the call still runs, and two threads may be inside
        // one object.
        internal struct Lease : IDisposable
        {
            private readonly Owned owned;

            public Lease(Handle handle)
            {
                owned = handle.native;
                if (owned == null || !owned.Acquire()) throw new ObjectDisposedException(handle.GetType().Name);
                if (owned.Gate != null) Monitor.Enter(owned.Gate);
            }

            public IntPtr Pointer { get { return owned.Pointer; } }

            /// <summary>For somebody who needs it beyond the call, and releases it then.</summary>
            public Owned Keep()
            {
                owned.Acquire(); // which this lease has done already: it cannot fail
                return owned;
            }

            public void Dispose()
            {
                if (owned.Gate != null) Monitor.Exit(owned.Gate);
                owned.Release();
            }
        }

        internal Lease Lend() { return new Lease(this); }

        internal Owned native;

        internal Owned Owner
        {
            get
            {
                Owned owned = native;
                if (owned == null) throw new ObjectDisposedException(GetType().Name);
                return owned;
            }
        }

        /// <summary>For Vrm.Native.Api; valid until Dispose(), or until the garbage collector ends a handle that nobody refers to:
        /// GC.KeepAlive(handle) after the call prevents that.</summary>
        public IntPtr Pointer { get { return Owner.Pointer; } }

        public bool IsDisposed { get { return native == null; } }

        public void Dispose()
        {
            Owned owned = Interlocked.Exchange(ref native, null);
            if (owned != null) owned.Release();
            GC.SuppressFinalize(this);
        }

        ~Handle()
        {
            Owned owned = Interlocked.Exchange(ref native, null);
            if (owned != null) owned.Release();
        }

        private static bool isChecked;

        /// <summary>Refuses a library of another version: its structs have other shapes.</summary>
        /// <summary>The bones of bits.</summary>
        internal static Bone[] BonesOf(ulong bits)
        {
            List<Bone> bones = new List<Bone>();
            for (int i = 0; i <= (int)Bone.RIGHT_LITTLE_DISTAL; i++) if ((bits >> i & 1) != 0) bones.Add((Bone)i);
            return bones.ToArray();
        }

        internal static void CheckVersion()
        {
            if (isChecked) return;
            uint version = Api.vrm_version();
            string[] wanted = Constants.VERSION_TEXT.Split('.');
            uint major = version / 1000000, minor = version / 1000 % 1000;
            if (major != uint.Parse(wanted[0]) || (major == 0 ? minor != uint.Parse(wanted[1]) : minor < uint.Parse(wanted[1])))
                throw new DllNotFoundException("libvrm " + major + "." + minor + " was found, but these bindings were made for " +
                                               Constants.VERSION_TEXT);
            isChecked = true;
        }

        internal static void Check(Result result, string what)
        {
            if (result != Result.OK) throw new VrmException(result, what);
        }
    }

    /// <summary>Memory for the length of a call.</summary>
    internal sealed unsafe class Scratch : IDisposable
    {
        private readonly List<IntPtr> blocks = new List<IntPtr>();

        public byte* Room(int size)
        {
            blocks.Add(IntPtr.Zero);
            return (byte*)(blocks[blocks.Count - 1] = Marshal.AllocHGlobal(Math.Max(size, 1)));
        }

        /// <summary>null for null.</summary>
        public byte* Bytes(byte[] bytes)
        {
            if (bytes == null) return null;
            byte* room = Room(bytes.Length);
            Marshal.Copy(bytes, 0, (IntPtr)room, bytes.Length);
            return room;
        }

        /// <summary>null for null.</summary>
        public byte* String(string text) { return text == null ? null : Bytes(Text.Write(text)); }

        public void Dispose()
        {
            foreach (IntPtr block in blocks) Marshal.FreeHGlobal(block);
            blocks.Clear();
        }
    }

    /// <summary>Findings of a call: kept for its length, then copied.</summary>
    internal sealed unsafe class Reporting : IDisposable
    {
        public Vrm.Native.Report* Pointer;

        public Reporting()
        {
            Handle.CheckVersion();
            Vrm.Native.Report* report;
            Handle.Check(Api.vrm_report_create(null, &report), "making a report");
            Pointer = report;
        }

        public IReadOnlyList<Finding> Findings()
        {
            List<Finding> findings = new List<Finding>();
            for (int i = 0; i < Api.vrm_report_count(Pointer); i++)
            {
                Vrm.Native.Finding f = Api.vrm_report_get(Pointer, i);
                findings.Add(new Finding { Code = Text.Read(f.code), Pointer = Text.Read(f.pointer), Message = Text.Read(f.message),
                                           ByteOffset = f.byte_offset, Severity = f.severity });
            }
            return findings;
        }

        public IReadOnlyList<Finding> Check(Result result, string what)
        {
            IReadOnlyList<Finding> findings = Findings();
            if (result != Result.OK) throw new VrmException(result, what, findings);
            return findings;
        }

        public void Dispose()
        {
            Api.vrm_report_destroy(Pointer);
            Pointer = null;
        }
    }

    public static unsafe class Validator
    {
        /// <summary>Says what is wrong with a file.</summary>
        public static IReadOnlyList<Finding> Validate(string path)
        {
            fixed (byte* name = Text.Write(path))
            using (Reporting report = new Reporting())
                return report.Check(Api.vrm_validate_file(name, null, report.Pointer, null), path);
        }
    }

    /// <summary>An avatar, a VRM animation or any glTF file. Calls of several threads wait for each other.</summary>
    public sealed unsafe class Model : Handle
    {
        /// <summary>What loading found.</summary>
        public IReadOnlyList<Finding> Findings { get; private set; }

        private Model(Vrm.Native.Model* model, IReadOnlyList<Finding> findings)
        {
            native = new Owned((IntPtr)model, true, p => Api.vrm_model_destroy((Vrm.Native.Model*)p));
            Findings = findings;
        }

        /// <summary>Owns a model that a function of Vrm.Native.Api made, and that nobody else uses or ends.</summary>
        public static Model FromPointer(Vrm.Native.Model* model)
        {
            if (model == null) throw new ArgumentNullException("model");
            return new Model(model, new Finding[0]);
        }

        public static Model Load(string path)
        {
            Vrm.Native.Model* model;
            fixed (byte* name = Text.Write(path))
            using (Reporting report = new Reporting())
            {
                IReadOnlyList<Finding> findings = report.Check(Api.vrm_model_load_file(name, null, report.Pointer, &model), path);
                return new Model(model, findings);
            }
        }

        public static Model Load(byte[] bytes)
        {
            if (bytes == null) throw new ArgumentNullException("bytes");
            Vrm.Native.Model* model;
            fixed (byte* data = bytes)
            using (Reporting report = new Reporting())
            {
                IReadOnlyList<Finding> findings =
                    report.Check(Api.vrm_model_load(data, (UIntPtr)bytes.Length, null, report.Pointer, &model), "bytes");
                return new Model(model, findings);
            }
        }

        public Dialect Dialect { get { using (Lease c = Lend()) return Api.vrm_model_dialect((Vrm.Native.Model*)c.Pointer); } }

        /// <summary>The avatar's name; null without VRM meta.</summary>
        public string Name
        {
            get
            {
                using (Lease c = Lend())
                {
                    Meta* meta = Api.vrm_model_meta((Vrm.Native.Model*)c.Pointer);
                    return meta == null ? null : Text.Read(meta->name);
                }
            }
        }

        public string[] Authors
        {
            get
            {
                using (Lease c = Lend())
                {
                    Meta* meta = Api.vrm_model_meta((Vrm.Native.Model*)c.Pointer);
                    string[] names = new string[meta == null ? 0 : meta->author_count];
                    for (int i = 0; i < names.Length; i++) names[i] = Text.Read(meta->authors[i]);
                    return names;
                }
            }
        }

        /// <summary>The node of a bone; -1 when the avatar does not have it.</summary>
        public int Bone(Bone bone) { using (Lease c = Lend()) return Api.vrm_model_bone((Vrm.Native.Model*)c.Pointer, bone); }

        public IReadOnlyList<Finding> Validate()
        {
            using (Lease c = Lend())
            using (Reporting report = new Reporting())
                return report.Check(Api.vrm_model_validate((Vrm.Native.Model*)c.Pointer, null, report.Pointer), "validating");
        }

        public IReadOnlyList<Finding> Migrate(Dialect to = Dialect.V1)
        {
            MigrateDef def;
            Api.vrm_migrate_def_init(&def, (UIntPtr)sizeof(MigrateDef));
            def.to = to;
            using (Lease c = Lend())
            using (Reporting report = new Reporting())
                return report.Check(Api.vrm_migrate((Vrm.Native.Model*)c.Pointer, &def, report.Pointer), "migrating");
        }

        public void Save(string path)
        {
            fixed (byte* name = Text.Write(path))
            using (Lease c = Lend())
            using (Reporting report = new Reporting())
                report.Check(Api.vrm_model_save_file_checked((Vrm.Native.Model*)c.Pointer, null, report.Pointer, name), path);
        }

        public byte[] ToBytes()
        {
            UIntPtr size;
            using (Lease c = Lend())
            {
                Check(Api.vrm_model_save_size((Vrm.Native.Model*)c.Pointer, &size), "saving");
                byte[] bytes = new byte[(int)size];
                fixed (byte* data = bytes)
                using (Reporting report = new Reporting())
                    report.Check(Api.vrm_model_save_checked((Vrm.Native.Model*)c.Pointer, null, report.Pointer, data, size), "saving");
                return bytes;
            }
        }
    }

    /// <summary>A model compiled for running. Immutable: any number of sims and threads may share it.</summary>
    public sealed unsafe class Rig : Handle
    {
        public Rig(Model model)
        {
            if (model == null) throw new ArgumentNullException("model");
            Vrm.Native.Rig* rig;
            using (Lease c = model.Lend()) Check(Api.vrm_rig_build((Vrm.Native.Model*)c.Pointer, null, &rig), "building a rig");
            Own(rig);
        }

        private Rig(Vrm.Native.Rig* rig) { Own(rig); }

        private void Own(Vrm.Native.Rig* rig)
        {
            native = new Owned((IntPtr)rig, false, p => Api.vrm_rig_destroy((Vrm.Native.Rig*)p));
        }

        /// <summary>Owns a rig that a function of Vrm.Native.Api made, and that nobody else ends.</summary>
        public static Rig FromPointer(Vrm.Native.Rig* rig)
        {
            if (rig == null) throw new ArgumentNullException("rig");
            return new Rig(rig);
        }

        public int NodeCount { get { using (Lease c = Lend()) return Api.vrm_rig_node_count((Vrm.Native.Rig*)c.Pointer); } }
        public int Bone(Bone bone) { using (Lease c = Lend()) return Api.vrm_rig_bone((Vrm.Native.Rig*)c.Pointer, bone); }

        /// <summary>The index of an expression by its name, as in Avatar.ExpressionWeights(); -1 if the avatar lacks it.</summary>
        public int Expression(string name)
        {
            using (Lease c = Lend())
            fixed (byte* text = Text.Write(name))
                return Api.vrm_rig_expression((Vrm.Native.Rig*)c.Pointer, text);
        }

        public float HipsHeight { get { using (Lease c = Lend()) return Api.vrm_rig_hips_height((Vrm.Native.Rig*)c.Pointer); } }
    }

    /// <summary>Motion compiled for playing. Immutable.</summary>
    public sealed unsafe class Clip : Handle
    {
        public Clip(Model model)
        {
            if (model == null) throw new ArgumentNullException("model");
            Vrm.Native.Clip* clip;
            using (Lease c = model.Lend()) Check(Api.vrm_clip_build((Vrm.Native.Model*)c.Pointer, null, &clip), "building a clip");
            Own(clip);
        }

        private Clip(Vrm.Native.Clip* clip) { Own(clip); }

        private void Own(Vrm.Native.Clip* clip)
        {
            native = new Owned((IntPtr)clip, false, p => Api.vrm_clip_destroy((Vrm.Native.Clip*)p));
        }

        /// <summary>Owns a clip that a function of Vrm.Native.Api made, and that nobody else ends.</summary>
        public static Clip FromPointer(Vrm.Native.Clip* clip)
        {
            if (clip == null) throw new ArgumentNullException("clip");
            return new Clip(clip);
        }

        public float Duration { get { using (Lease c = Lend()) return Api.vrm_clip_duration((Vrm.Native.Clip*)c.Pointer); } }
    }

    /// <summary>How to load a motion. Only Take applies to VRM animations.</summary>
    public sealed class MotionOptions
    {
        /// <summary>One of several animations: its name, or "#2" for the second. null: the first that moves.</summary>
        public string Take;
        /// <summary>The rest pose that rotations are measured from.</summary>
        public CaptureRest Rest = CaptureRest.GUESS;
        /// <summary>Metres in one unit of the file; 0: as the file says, or guessed.</summary>
        public float Metres;
        /// <summary>Keeps the position where the motion begins; otherwise it begins above the origin.</summary>
        public bool KeepsStart;
        /// <summary>Joints and their bones, used before names are guessed.</summary>
        public IDictionary<string, Bone> Names;
        /// <summary>Morphs and their expressions, used before names are guessed.</summary>
        public IDictionary<string, string> Morphs;
        /// <summary>Bytes of the PMX that a VMD was made for.</summary>
        public byte[] Model;
        /// <summary>Layout of joint positions.</summary>
        public PointLayout Points = PointLayout.GUESS;
        /// <summary>Frames per second of a file that does not state them; 0: as usual for the format.</summary>
        public double SourceFps;
        /// <summary>Bytes of a motion file of the same rig that has the rest pose.</summary>
        public byte[] RestFile;

        internal unsafe MotionDef Def(Scratch scratch, Reporting report)
        {
            MotionDef def;
            Api.vrm_motion_def_init(&def, (UIntPtr)sizeof(MotionDef));
            def.take = scratch.String(Take);
            def.rest = Rest;
            def.metres = Metres;
            def.keeps_start = KeepsStart;
            def.points = Points;
            def.source_fps = SourceFps;
            def.model = scratch.Bytes(Model);
            def.model_size = (UIntPtr)(Model == null ? 0 : Model.Length);
            def.rest_file = scratch.Bytes(RestFile);
            def.rest_file_size = (UIntPtr)(RestFile == null ? 0 : RestFile.Length);
            def.report = report.Pointer;
            if (Names != null)
            {
                def.names = (CaptureName*)scratch.Room(Names.Count * sizeof(CaptureName));
                foreach (KeyValuePair<string, Bone> pair in Names)
                    def.names[def.name_count++] = new CaptureName { joint = scratch.String(pair.Key), bone = pair.Value };
            }
            if (Morphs != null)
            {
                def.morphs = (CaptureMorph*)scratch.Room(Morphs.Count * sizeof(CaptureMorph));
                foreach (KeyValuePair<string, string> pair in Morphs)
                    def.morphs[def.morph_count++] =
                        new CaptureMorph { morph = scratch.String(pair.Key), expression = scratch.String(pair.Value ?? "") };
            }
            return def;
        }
    }

    /// <summary>A motion of any format: VRM animation, BVH, FBX, VMD or glTF. The content of the file decides which.</summary>
    public sealed unsafe class Motion : Handle
    {
        /// <summary>What loading found.</summary>
        public IReadOnlyList<Finding> Findings { get; private set; }

        private Motion(Vrm.Native.Motion* motion, IReadOnlyList<Finding> findings)
        {
            native = new Owned((IntPtr)motion, true, p => Api.vrm_motion_destroy((Vrm.Native.Motion*)p));
            Findings = findings;
        }

        /// <summary>The side files of a .gltf are read from its folder.</summary>
        public static Motion Load(string path, MotionOptions options = null)
        {
            Vrm.Native.Motion* motion;
            fixed (byte* name = Text.Write(path))
            using (Reporting report = new Reporting())
            using (Scratch scratch = new Scratch())
            {
                MotionDef def = (options ?? new MotionOptions()).Def(scratch, report);
                IReadOnlyList<Finding> findings = report.Check(Api.vrm_motion_load_file(name, &def, &motion), path);
                return new Motion(motion, findings);
            }
        }

        public static Motion Load(byte[] bytes, MotionOptions options = null)
        {
            if (bytes == null) throw new ArgumentNullException("bytes");
            Vrm.Native.Motion* motion;
            fixed (byte* data = bytes)
            using (Reporting report = new Reporting())
            using (Scratch scratch = new Scratch())
            {
                MotionDef def = (options ?? new MotionOptions()).Def(scratch, report);
                IReadOnlyList<Finding> findings = report.Check(Api.vrm_motion_load(data, (UIntPtr)bytes.Length, &def, &motion), "bytes");
                return new Motion(motion, findings);
            }
        }

        private MotionInfo Info { get { using (Lease c = Lend()) return Api.vrm_motion_info((Vrm.Native.Motion*)c.Pointer); } }

        /// <summary>NODES plays on avatars of its own file only, the others on all.</summary>
        public MotionKind Kind { get { return Info.kind; } }

        /// <summary>"VRM animation", "BVH", "FBX", "VMD", "VPD", "SMPL", "joint positions", "MediaPipe" or
        /// "glTF".</summary>
        public string Format { get { return Text.Read(Info.format); } }

        /// <summary>Length in seconds.</summary>
        public double Duration { get { return Info.seconds; } }

        /// <summary>Names of the animations in the file; "" for one without a name.</summary>
        public string[] Takes
        {
            get
            {
                using (Lease c = Lend())
                {
                    string[] names = new string[Api.vrm_motion_info((Vrm.Native.Motion*)c.Pointer).take_count];
                    for (int i = 0; i < names.Length; i++) names[i] = Text.Read(Api.vrm_motion_take_name((Vrm.Native.Motion*)c.Pointer, i));
                    return names;
                }
            }
        }

        private static FitDef FitOf(Feet feet, RootMotion rootMotion, bool loops, double fps, FitTolerances tolerances, byte* name,
                                    Reporting report, FitContacts contacts)
        {
            FitDef fit;
            Api.vrm_fit_def_init(&fit, (UIntPtr)sizeof(FitDef));
            fit.feet = feet;
            fit.root_motion = rootMotion;
            fit.loops = loops;
            fit.fps = fps;
            if (tolerances != null)
            {
                fit.tolerance_degrees = tolerances.Degrees;
                fit.tolerance_metres = tolerances.Metres;
                fit.tolerance_weight = tolerances.Weight;
            }
            if (contacts != null)
            {
                fit.hands = contacts.Hands;
                fit.knees = contacts.Knees;
                fit.seat_height = contacts.SeatHeight;
            }
            fit.name = name;
            fit.report = report.Pointer;
            return fit;
        }

        /// <summary>A clip that is fitted to the avatar of a rig; null: for all avatars. `fps` 0: the frames of the file.</summary>
        public Clip Clip(Rig rig, Feet feet = Feet.AUTO, RootMotion rootMotion = RootMotion.KEEP, bool loops = false, double fps = 0,
                         FitTolerances tolerances = null, FitContacts contacts = null)
        {
            FitReport measured;
            return Clip(rig, out measured, feet, rootMotion, loops, fps, tolerances, contacts);
        }

        /// <summary>The same, with measurements of the fit: contacts, foot sliding, loop, keys.</summary>
        public Clip Clip(Rig rig, out FitReport measured, Feet feet = Feet.AUTO, RootMotion rootMotion = RootMotion.KEEP, bool loops = false,
                         double fps = 0, FitTolerances tolerances = null, FitContacts contacts = null)
        {
            using (Lease c = Lend())
            using (Reporting report = new Reporting())
            {
                FitDef fit = FitOf(feet, rootMotion, loops, fps, tolerances, null, report, contacts);
                Vrm.Native.Motion* motion = (Vrm.Native.Motion*)c.Pointer;
                if (rig == null) return MakeClip(motion, null, &fit, out measured, report);
                using (Lease lent = rig.Lend()) return MakeClip(motion, (Vrm.Native.Rig*)lent.Pointer, &fit, out measured, report);
            }
        }

        private static Clip MakeClip(Vrm.Native.Motion* motion, Vrm.Native.Rig* rig, FitDef* fit, out FitReport measured, Reporting report)
        {
            Vrm.Native.Clip* clip;
            FitReport result;
            report.Check(Api.vrm_motion_clip(motion, rig, fit, &result, &clip), "fitting a motion");
            measured = result;
            return Vrm.Clip.FromPointer(clip);
        }

        /// <summary>A VRM animation that plays as Clip() does, to save. `writesSkeleton`: a plain glTF skeleton instead, for programs
        /// without VRM, with the proportions of the rig, or without one with those of the motion; it has no face.</summary>
        public Model Animation(Rig rig, Feet feet = Feet.AUTO, RootMotion rootMotion = RootMotion.KEEP, bool loops = false, double fps = 0,
                               string name = null, FitTolerances tolerances = null, FitContacts contacts = null,
                               bool writesSkeleton = false)
        {
            FitReport measured;
            return Animation(rig, out measured, feet, rootMotion, loops, fps, name, tolerances, contacts, writesSkeleton);
        }

        /// <summary>The same, with measurements of the fit.</summary>
        public Model Animation(Rig rig, out FitReport measured, Feet feet = Feet.AUTO, RootMotion rootMotion = RootMotion.KEEP,
                               bool loops = false, double fps = 0, string name = null, FitTolerances tolerances = null,
                               FitContacts contacts = null, bool writesSkeleton = false)
        {
            fixed (byte* given = name == null ? null : Text.Write(name))
            using (Lease c = Lend())
            using (Reporting report = new Reporting())
            {
                FitDef fit = FitOf(feet, rootMotion, loops, fps, tolerances, given, report, contacts);
                fit.writes_skeleton = writesSkeleton;
                Vrm.Native.Motion* motion = (Vrm.Native.Motion*)c.Pointer;
                if (rig == null) return MakeAnimation(motion, null, &fit, out measured, report);
                using (Lease lent = rig.Lend()) return MakeAnimation(motion, (Vrm.Native.Rig*)lent.Pointer, &fit, out measured, report);
            }
        }

        private static Model MakeAnimation(Vrm.Native.Motion* motion, Vrm.Native.Rig* rig, FitDef* fit, out FitReport measured,
                                           Reporting report)
        {
            Vrm.Native.Model* model;
            FitReport result;
            report.Check(Api.vrm_motion_animation(motion, rig, fit, &result, &model), "making an animation");
            measured = result;
            return Model.FromPointer(model);
        }

        // ---- Edits: each leaves this motion unchanged and returns a new one ----

        private delegate Result EditCall(Vrm.Native.Motion* motion, MotionEditDef* def, Vrm.Native.Motion** made);

        private static MotionEditDef EditOf(Reporting report)
        {
            MotionEditDef def;
            Api.vrm_motion_edit_def_init(&def, (UIntPtr)sizeof(MotionEditDef));
            def.report = report.Pointer;
            return def;
        }

        private Motion Edit(EditCall call)
        {
            using (Lease c = Lend())
            using (Reporting report = new Reporting())
            {
                MotionEditDef def = EditOf(report);
                Vrm.Native.Motion* made;
                IReadOnlyList<Finding> findings = report.Check(call((Vrm.Native.Motion*)c.Pointer, &def, &made), "editing a motion");
                return new Motion(made, findings);
            }
        }

        /// <summary>Seconds at which a frame is that edits sample: 0 is the first, 2.5 between two.</summary>
        public double FrameTime(double frame)
        {
            using (Lease c = Lend())
            {
                double timeS;
                Check(Api.vrm_motion_frame_time((Vrm.Native.Motion*)c.Pointer, frame, null, &timeS), "frame " + frame);
                return timeS;
            }
        }

        /// <summary>The part between two times; null: the end.</summary>
        public Motion Cut(double fromS, double? toS = null)
        {
            return Edit((motion, def, made) => Api.vrm_motion_cut(motion, fromS, toS ?? double.PositiveInfinity, def, made));
        }

        /// <summary>Without the T-pose at its beginning and its end.</summary>
        public Motion TrimRest(float toleranceDegrees = 12)
        {
            MotionTrimReport removed;
            return TrimRest(out removed, toleranceDegrees);
        }

        /// <summary>The same, with what was removed.</summary>
        public Motion TrimRest(out MotionTrimReport removed, float toleranceDegrees = 12)
        {
            using (Lease c = Lend())
            using (Reporting report = new Reporting())
            {
                MotionEditDef def = EditOf(report);
                MotionTrimReport result;
                Vrm.Native.Motion* made;
                IReadOnlyList<Finding> findings = report.Check(
                    Api.vrm_motion_trim_rest((Vrm.Native.Motion*)c.Pointer, toleranceDegrees, &def, &result, &made), "editing a motion");
                removed = result;
                return new Motion(made, findings);
            }
        }

        /// <summary>`factor` times as fast.</summary>
        public Motion Speed(double factor) { return Edit((motion, def, made) => Api.vrm_motion_speed(motion, factor, def, made)); }

        /// <summary>Backwards.</summary>
        public Motion Reverse() { return Edit(Api.vrm_motion_reverse); }

        /// <summary>With left and right swapped.</summary>
        public Motion Mirror() { return Edit(Api.vrm_motion_mirror); }

        /// <summary>Without spikes and jitter; the filter changes no bone and no position of the hips by more than the limits.</summary>
        public Motion Smooth(float cutoffHz = 6, float maxDegrees = 5, float maxMetres = 0.02f, bool keepsSpikes = false)
        {
            MotionSmoothReport changed;
            return Smooth(out changed, cutoffHz, maxDegrees, maxMetres, keepsSpikes);
        }

        /// <summary>The same, with what was changed.</summary>
        public Motion Smooth(out MotionSmoothReport changed, float cutoffHz = 6, float maxDegrees = 5, float maxMetres = 0.02f,
                             bool keepsSpikes = false)
        {
            using (Lease c = Lend())
            using (Reporting report = new Reporting())
            {
                MotionSmoothDef def;
                Api.vrm_motion_smooth_def_init(&def, (UIntPtr)sizeof(MotionSmoothDef));
                def.cutoff_hz = cutoffHz;
                def.max_degrees = maxDegrees;
                def.max_metres = maxMetres;
                def.keeps_spikes = keepsSpikes;
                def.report = report.Pointer;
                MotionSmoothReport result;
                Vrm.Native.Motion* made;
                IReadOnlyList<Finding> findings =
                    report.Check(Api.vrm_motion_smooth((Vrm.Native.Motion*)c.Pointer, &def, &result, &made), "editing a motion");
                changed = result;
                return new Motion(made, findings);
            }
        }

        /// <summary>Lends two motions in an order that is the same in every thread.</summary>
        private static Lease[] LendBoth(Motion first, Motion second)
        {
            bool isFirst = (ulong)first.Owner.Pointer <= (ulong)second.Owner.Pointer;
            Lease one = (isFirst ? first : second).Lend();
            try { return new[] { one, (isFirst ? second : first).Lend() }; }
            catch
            {
                one.Dispose();
                throw;
            }
        }

        private static void Release(Lease[] leases)
        {
            leases[1].Dispose();
            leases[0].Dispose();
        }

        /// <summary>Followed by another motion, where and in the direction in which this one ends.</summary>
        public Motion Join(Motion second, double blendS = 0.3, double phaseS = 1.2)
        {
            MotionJoinReport seam;
            return Join(second, out seam, blendS, phaseS);
        }

        /// <summary>The same, with what was done at the seam.</summary>
        public Motion Join(Motion second, out MotionJoinReport seam, double blendS = 0.3, double phaseS = 1.2)
        {
            if (second == null) throw new ArgumentNullException("second");
            Lease[] lent = LendBoth(this, second);
            try
            {
                using (Reporting report = new Reporting())
                {
                    MotionJoinDef def;
                    Api.vrm_motion_join_def_init(&def, (UIntPtr)sizeof(MotionJoinDef));
                    def.blend_s = blendS;
                    def.phase_s = phaseS;
                    def.report = report.Pointer;
                    MotionJoinReport result;
                    Vrm.Native.Motion* made;
                    IReadOnlyList<Finding> findings = report.Check(
                        Api.vrm_motion_join((Vrm.Native.Motion*)Pointer, (Vrm.Native.Motion*)second.Pointer, &def, &result, &made), "joining motions");
                    seam = result;
                    return new Motion(made, findings);
                }
            }
            finally { Release(lent); }
        }

        /// <summary>A part of the body by name: "all", "upper-body", "lower-body", "arms", "left-arm", "right-arm", "hands", "legs", "spine",
        /// "head" or "face"; or several joined by "+".</summary>
        public static MotionPart Part(string name)
        {
            CheckVersion();
            MotionPart part;
            fixed (byte* given = Text.Write(name))
                if (!Api.vrm_motion_part(given, &part)) throw new ArgumentException("there is no part \"" + name + "\" of a body");
            return part;
        }

        /// <summary>The names of the parts of a body.</summary>
        public static string[] PartNames()
        {
            CheckVersion();
            List<string> names = new List<string>();
            for (string name = Text.Read(Api.vrm_motion_part_name(0)); name != ""; name = Text.Read(Api.vrm_motion_part_name(names.Count)))
                names.Add(name);
            return names.ToArray();
        }

        /// <summary>With another motion over it. `part` null: all. After its end, without a fade, the layer keeps its last values.</summary>
        public Motion Layer(Motion over, MotionPart? part = null, float weight = 1, double offsetS = 0, double fadeInS = 0, double fadeOutS = 0,
                            bool isAdditive = false, bool extends = false)
        {
            if (over == null) throw new ArgumentNullException("over");
            Lease[] lent = LendBoth(this, over);
            try
            {
                using (Reporting report = new Reporting())
                {
                    MotionLayerDef def;
                    Api.vrm_motion_layer_def_init(&def, (UIntPtr)sizeof(MotionLayerDef));
                    if (part.HasValue) def.part = part.Value;
                    def.weight = weight;
                    def.offset_s = offsetS;
                    def.fade_in_s = fadeInS;
                    def.fade_out_s = fadeOutS;
                    def.is_additive = isAdditive;
                    def.extends = extends;
                    def.report = report.Pointer;
                    Vrm.Native.Motion* made;
                    IReadOnlyList<Finding> findings = report.Check(
                        Api.vrm_motion_layer((Vrm.Native.Motion*)Pointer, (Vrm.Native.Motion*)over.Pointer, &def, &made), "layering motions");
                    return new Motion(made, findings);
                }
            }
            finally { Release(lent); }
        }
    }

    /// <summary>Contacts of a fitted motion other than those of the feet.</summary>
    public sealed class FitContacts
    {
        /// <summary>Hands on the ground, together, on hips and thighs; knees on the ground. AUTO holds clear contacts of captured motion.</summary>
        public Contacts Hands, Knees;

        /// <summary>Height of the seat in metres, 0.05 to 2; 0: that of the motion, scaled with the legs.</summary>
        public float SeatHeight;
    }

    /// <summary>Keys of a fitted motion are left out where interpolation stays within these errors.</summary>
    public sealed unsafe class FitTolerances
    {
        /// <summary>Of bones and gaze, in degrees; of the position of the hips, in metres; of expressions.</summary>
        public float Degrees, Metres, Weight;

        public FitTolerances()
        {
            Handle.CheckVersion();
            FitDef fit;
            Api.vrm_fit_def_init(&fit, (UIntPtr)sizeof(FitDef));
            Degrees = fit.tolerance_degrees;
            Metres = fit.tolerance_metres;
            Weight = fit.tolerance_weight;
        }
    }

    /// <summary>The running crowd. Calls of several threads wait for each other.</summary>
    public sealed unsafe class Sim : Handle
    {
        private readonly Dictionary<uint, Owned> rigs; // by avatar: they must outlive the avatars

        public Sim(float springRateHz = 60.0f)
        {
            CheckVersion();
            SimDef def;
            Api.vrm_sim_def_init(&def, (UIntPtr)sizeof(SimDef));
            def.spring_rate_hz = springRateHz;
            Vrm.Native.Sim* sim;
            Check(Api.vrm_sim_create(&def, &sim), "making a sim");
            Dictionary<uint, Owned> kept = rigs = new Dictionary<uint, Owned>();
            native = new Owned((IntPtr)sim, true, p =>
            {
                Api.vrm_sim_destroy((Vrm.Native.Sim*)p);
                foreach (Owned rig in kept.Values) rig.Release();
            });
        }

        public Avatar Add(Rig rig)
        {
            if (rig == null) throw new ArgumentNullException("rig");
            using (Lease c = Lend())
            using (Lease lent = rig.Lend())
            {
                AvatarId id = Api.vrm_sim_add((Vrm.Native.Sim*)c.Pointer, (Vrm.Native.Rig*)lent.Pointer);
                if (id.index1 == 0) throw new OutOfMemoryException();
                rigs[id.index1] = lent.Keep(); // the lease's: another thread may dispose of the rig right now
                return new Avatar(this, Api.vrm_rig_node_count((Vrm.Native.Rig*)lent.Pointer), id);
            }
        }

        internal void Remove(AvatarId id)
        {
            using (Lease c = Lend())
            {
                if (!Api.vrm_sim_remove((Vrm.Native.Sim*)c.Pointer, id)) throw new InvalidOperationException("the avatar has left its sim");
                Owned rig = rigs[id.index1];
                rigs.Remove(id.index1);
                rig.Release();
            }
        }

        public int Count { get { using (Lease c = Lend()) return Api.vrm_sim_avatar_count((Vrm.Native.Sim*)c.Pointer); } }
        public void Step(float dt) { using (Lease c = Lend()) Api.vrm_sim_step((Vrm.Native.Sim*)c.Pointer, dt); }
    }

    /// <summary>An avatar in a sim. What is refused (numbers that are not finite, unknown names) throws.</summary>
    public sealed unsafe class Avatar
    {
        private readonly Sim sim;
        private readonly AvatarId id;
        private readonly int nodeCount;

        internal Avatar(Sim sim, int nodeCount, AvatarId id)
        {
            this.sim = sim;
            this.id = id;
            this.nodeCount = nodeCount;
        }

        public AvatarId Id { get { return id; } }
        internal Sim Sim { get { return sim; } }
        public bool IsValid
        {
            get
            {
                try
                {
                    using (Handle.Lease c = sim.Lend()) return Api.vrm_avatar_is_valid((Vrm.Native.Sim*)c.Pointer, id);
                }
                catch (ObjectDisposedException) { return false; }
            }
        }

        public void Remove() { sim.Remove(id); }

        private void Set(bool isOk, string name = null)
        {
            if (isOk) return;
            if (!IsValid) throw new InvalidOperationException("the avatar has left its sim");
            throw new ArgumentException(Text.Refused(name) + "a number that is not finite, or something that the avatar lacks");
        }

        public void SetBone(Bone bone, Quat normalized)
        {
            using (Handle.Lease c = sim.Lend()) Set(Api.vrm_avatar_set_bone((Vrm.Native.Sim*)c.Pointer, id, bone, normalized), bone.ToString());
        }

        public void SetHips(Vec3 offset)
        {
            using (Handle.Lease c = sim.Lend()) Set(Api.vrm_avatar_set_hips((Vrm.Native.Sim*)c.Pointer, id, offset));
        }

        public void SetRoot(Transform root)
        {
            using (Handle.Lease c = sim.Lend()) Set(Api.vrm_avatar_set_root((Vrm.Native.Sim*)c.Pointer, id, root));
        }

        public void LookAt(Vec3 target)
        {
            using (Handle.Lease c = sim.Lend()) Set(Api.vrm_avatar_look_at((Vrm.Native.Sim*)c.Pointer, id, target));
        }

        public void SetExpression(ExpressionPreset preset, float weight)
        {
            using (Handle.Lease c = sim.Lend()) Set(Api.vrm_avatar_set_expression((Vrm.Native.Sim*)c.Pointer, id, preset, weight), preset.ToString());
        }


        public void SetExpression(string name, float weight)
        {
            fixed (byte* text = Text.Write(name))
            using (Handle.Lease c = sim.Lend())
                Set(Api.vrm_avatar_set_expression_named((Vrm.Native.Sim*)c.Pointer, id, text, weight), name);
        }

        /// <summary>Sets the inputs to what a clip says at a moment.</summary>
        public void Play(Clip clip, float seconds, float weight = 1.0f)
        {
            if (clip == null) throw new ArgumentNullException("clip");
            using (Handle.Lease c = sim.Lend())
            using (Handle.Lease lent = clip.Lend())
            {
                Player player = new Player { clip = (Vrm.Native.Clip*)lent.Pointer, time_s = seconds, speed = 1, weight = weight,
                                             loops = true };
                Set(Api.vrm_avatar_play((Vrm.Native.Sim*)c.Pointer, id, &player, 1));
            }
        }

        private static float[] Copy(Affine* matrices, int count)
        {
            if (matrices == null) throw new InvalidOperationException("the avatar has left its sim");
            float[] copy = new float[count * 12];
            Marshal.Copy((IntPtr)matrices, copy, 0, copy.Length);
            return copy;
        }

        /// <summary>World matrices after the last step, twelve floats for each node (three rows): a copy.</summary>
        public float[] Worlds()
        {
            using (Handle.Lease c = sim.Lend()) return Copy(Api.vrm_avatar_worlds((Vrm.Native.Sim*)c.Pointer, id), nodeCount);
        }

        /// <summary>Weights as applied by the last step, one for each expression of the rig: a copy.</summary>
        public float[] ExpressionWeights()
        {
            using (Handle.Lease c = sim.Lend())
            {
                Vrm.Native.Sim* native = (Vrm.Native.Sim*)c.Pointer;
                Vrm.Native.Rig* rig = Api.vrm_avatar_rig(native, id);
                if (rig == null) throw new InvalidOperationException("the avatar has left its sim");
                float[] copy = new float[Api.vrm_rig_expression_count(rig)];
                if (copy.Length > 0) Marshal.Copy((IntPtr)Api.vrm_avatar_expression_weights(native, id), copy, 0, copy.Length);
                return copy;
            }
        }

        /// <summary>Joint matrices of all skins after the last step, twelve floats for each joint (three rows): a copy.</summary>
        public float[] Palettes()
        {
            using (Handle.Lease c = sim.Lend())
            {
                Vrm.Native.Sim* native = (Vrm.Native.Sim*)c.Pointer;
                Vrm.Native.Rig* rig = Api.vrm_avatar_rig(native, id);
                return Copy(Api.vrm_avatar_palettes(native, id), rig == null ? 0 : Api.vrm_rig_palette_count(rig));
            }
        }
    }

    /// <summary>What a model's face can do. Immutable; any number of faces share it.</summary>
    public sealed unsafe class FaceMap : Handle
    {
        public FaceMap(Model model, Rig rig)
        {
            if (model == null) throw new ArgumentNullException("model");
            if (rig == null) throw new ArgumentNullException("rig");
            Vrm.Native.FaceMap* map;
            using (Lease c = model.Lend())
            using (Lease lent = rig.Lend())
                Check(Api.vrm_face_map_build((Vrm.Native.Model*)c.Pointer, (Vrm.Native.Rig*)lent.Pointer, null, &map), "measuring a face");
            native = new Owned((IntPtr)map, false, p => Api.vrm_face_map_destroy((Vrm.Native.FaceMap*)p));
        }

        public FaceMapInfo Info { get { using (Lease c = Lend()) return Api.vrm_face_map_info((Vrm.Native.FaceMap*)c.Pointer); } }
        /// <summary>The rig's expression for a shape of a face tracker; -1 without one.</summary>
        public int Shape(FaceShape shape) { using (Lease c = Lend()) return Api.vrm_face_map_shape((Vrm.Native.FaceMap*)c.Pointer, shape); }
        /// <summary>The part of expression b's effect that expression a has already.</summary>
        public float Overlap(int a, int b) { using (Lease c = Lend()) return Api.vrm_face_map_overlap((Vrm.Native.FaceMap*)c.Pointer, a, b); }
    }

    /// <summary>Lips from sound. Calls of several threads wait for each other.</summary>
    public sealed unsafe class Lip : Handle
    {
        public Lip(float sampleRateHz = 16000.0f)
        {
            CheckVersion();
            LipDef def;
            Api.vrm_lip_def_init(&def, (UIntPtr)sizeof(LipDef));
            def.sample_rate_hz = sampleRateHz;
            Vrm.Native.Lip* lip;
            Check(Api.vrm_lip_create(&def, &lip), "sound of " + sampleRateHz + " Hz");
            native = new Owned((IntPtr)lip, true, p => Api.vrm_lip_destroy((Vrm.Native.Lip*)p));
        }

        /// <summary>The frames that mono samples, -1 to 1, complete.</summary>
        public LipFrame[] Feed(float[] samples)
        {
            if (samples == null) throw new ArgumentNullException("samples");
            using (Lease c = Lend())
            {
                Vrm.Native.Lip* lip = (Vrm.Native.Lip*)c.Pointer;
                LipFrame[] frames = new LipFrame[Api.vrm_lip_frame_bound(lip, samples.Length)];
                int count;
                fixed (float* data = samples)
                fixed (LipFrame* room = frames)
                    count = Api.vrm_lip_feed(lip, data, samples.Length, room, frames.Length);
                Array.Resize(ref frames, count);
                return frames;
            }
        }

        /// <summary>The frames that waited for more sound. The next samples begin a new one.</summary>
        public LipFrame[] Finish()
        {
            using (Lease c = Lend())
            {
                Vrm.Native.Lip* lip = (Vrm.Native.Lip*)c.Pointer;
                LipFrame[] frames = new LipFrame[Api.vrm_lip_frame_bound(lip, 0)];
                int count;
                fixed (LipFrame* room = frames) count = Api.vrm_lip_finish(lip, room, frames.Length);
                Array.Resize(ref frames, count);
                return frames;
            }
        }

        /// <summary>Learns a voice; false when less than half a second of speech was heard, or music.</summary>
        public bool Calibrate(float[] samples)
        {
            if (samples == null) throw new ArgumentNullException("samples");
            using (Lease c = Lend())
            fixed (float* data = samples)
                return Api.vrm_lip_calibrate((Vrm.Native.Lip*)c.Pointer, data, samples.Length);
        }
    }

    /// <summary>Mouth shapes with times of a speech engine: VOICEVOX, Azure, SAPI, Amazon Polly, Rhubarb, ElevenLabs. The frames are
    /// for Actor.Speak() and Face.Hear().</summary>
    public sealed unsafe class SpeechMarks : Handle
    {
        /// <summary>What reading found.</summary>
        public IReadOnlyList<Finding> Findings { get; private set; }

        /// <summary>The bytes of a file: one JSON document, or lines of JSON. `offsetS` is added to all times; `opening` is the weight of
        /// a fully open vowel, 0 to 1.</summary>
        public SpeechMarks(byte[] bytes, double offsetS = 0, float opening = 0.8f)
        {
            if (bytes == null) throw new ArgumentNullException("bytes");
            Vrm.Native.SpeechMarks* marks;
            fixed (byte* data = bytes)
            using (Reporting report = new Reporting())
            {
                SpeechMarksDef def;
                Api.vrm_speech_marks_def_init(&def, (UIntPtr)sizeof(SpeechMarksDef));
                def.offset_s = offsetS;
                def.opening = opening;
                def.report = report.Pointer;
                Findings = report.Check(Api.vrm_speech_marks_read(data, (UIntPtr)bytes.Length, &def, &marks), "reading speech marks");
            }
            native = new Owned((IntPtr)marks, false, p => Api.vrm_speech_marks_destroy((Vrm.Native.SpeechMarks*)p));
        }

        /// <summary>Format, length, and numbers of marks and frames.</summary>
        public SpeechMarksInfo Info { get { using (Lease c = Lend()) return Api.vrm_speech_marks_info((Vrm.Native.SpeechMarks*)c.Pointer); } }

        /// <summary>One every 10 ms, from time 0 to the end of the speech.</summary>
        public LipFrame[] Frames()
        {
            using (Lease c = Lend())
            {
                int count;
                LipFrame* frames = Api.vrm_speech_marks_frames((Vrm.Native.SpeechMarks*)c.Pointer, &count);
                LipFrame[] copy = new LipFrame[count];
                for (int i = 0; i < count; i++) copy[i] = frames[i];
                return copy;
            }
        }
    }

    /// <summary>How Points follow a person.</summary>
    public sealed unsafe class PointsOptions
    {
        /// <summary>The avatar moves as a mirror image.</summary>
        public bool Mirrors;
        /// <summary>Lost parts ease to the idle pose, else to the rest pose.</summary>
        public bool Idles;
        /// <summary>Cutoff of the filter at rest (Hz), 0.01 to 10000, and its increase with speed, 0 to 10000.</summary>
        public float MinCutoffHz, Beta;
        /// <summary>Visibility below which a landmark of the body counts as not seen, 0 to 1.</summary>
        public float MinVisibility;
        /// <summary>Seconds for which a lost part is held, in which it then eases out, and in which it is blended in again.</summary>
        public float HoldS, EaseOutS, EaseInS;

        public PointsOptions()
        {
            PointsDef def = Defaults();
            Mirrors = def.mirrors;
            Idles = def.idles;
            MinCutoffHz = def.min_cutoff_hz;
            Beta = def.beta;
            MinVisibility = def.min_visibility;
            HoldS = def.hold_s;
            EaseOutS = def.ease_out_s;
            EaseInS = def.ease_in_s;
        }

        private static PointsDef Defaults()
        {
            Handle.CheckVersion();
            PointsDef def;
            Api.vrm_points_def_init(&def, (UIntPtr)sizeof(PointsDef));
            return def;
        }

        internal PointsDef Def()
        {
            PointsDef def = Defaults();
            def.mirrors = Mirrors;
            def.idles = Idles;
            def.min_cutoff_hz = MinCutoffHz;
            def.beta = Beta;
            def.min_visibility = MinVisibility;
            def.hold_s = HoldS;
            def.ease_out_s = EaseOutS;
            def.ease_in_s = EaseInS;
            return def;
        }
    }

    /// <summary>Landmarks of one picture for Points; null: not found. Left and right are the person's own.</summary>
    public sealed class PointsPicture
    {
        /// <summary>33 world landmarks of the body; the same in the picture, with which, and Aspect, the hips move sideways.</summary>
        public Landmark[] Pose, Image;
        /// <summary>Width of the picture divided by its height; 0: unknown.</summary>
        public float Aspect;
        /// <summary>21 world landmarks of each hand.</summary>
        public Landmark[] LeftHand, RightHand;
        /// <summary>52 blend shapes of the face, by FaceShape.</summary>
        public float[] Shapes;
        /// <summary>Transformation of the face, 16 numbers, column by column.</summary>
        public float[] Head;

        internal void Check()
        {
            Check("Pose", Pose, Constants.POINTS_POSE);
            Check("Image", Image, Constants.POINTS_POSE);
            Check("LeftHand", LeftHand, Constants.POINTS_HAND);
            Check("RightHand", RightHand, Constants.POINTS_HAND);
            Check("Shapes", Shapes, (int)FaceShape.TONGUE_OUT + 1);
            Check("Head", Head, 16);
        }

        private static void Check(string name, Array list, int count)
        {
            if (list != null && list.Length != count) throw new ArgumentException(name + " has " + list.Length + " entries, not " + count);
        }
    }

    /// <summary>Follows a person before a camera by the landmarks of MediaPipe: bones, fingers, face and gaze, smoothed.</summary>
    public sealed unsafe class Points : Handle
    {
        public Points(PointsOptions options = null)
        {
            PointsDef def = (options ?? new PointsOptions()).Def();
            Vrm.Native.Points* points;
            Check(Api.vrm_points_create(&def, &points), "following a person");
            native = new Owned((IntPtr)points, true, p => Api.vrm_points_destroy((Vrm.Native.Points*)p));
        }

        /// <summary>Follows the landmarks of a picture; null: time passes without one. False, without effect, for the time of the picture
        /// before and beyond 1e9.</summary>
        public bool Feed(PointsPicture picture, double timeS)
        {
            using (Lease c = Lend())
            {
                Vrm.Native.Points* points = (Vrm.Native.Points*)c.Pointer;
                if (picture == null) return Api.vrm_points_feed(points, null, timeS);
                picture.Check();
                fixed (Landmark* pose = picture.Pose, image = picture.Image, left = picture.LeftHand, right = picture.RightHand)
                fixed (float* shapes = picture.Shapes, head = picture.Head)
                {
                    PointsFrame frame = new PointsFrame { pose = pose, image = image, aspect = picture.Aspect, left_hand = left,
                                                          right_hand = right, shapes = shapes, head = head };
                    return Api.vrm_points_feed(points, &frame, timeS);
                }
            }
        }

        /// <summary>Back to the beginning, without easing.</summary>
        public void Reset() { using (Lease c = Lend()) Api.vrm_points_reset((Vrm.Native.Points*)c.Pointer); }

        /// <summary>The pose for an avatar whose hips rest at that height: Rig.HipsHeight. 0: 0.94.</summary>
        public Pose Pose(float hipsHeight = 0) { using (Lease c = Lend()) return Api.vrm_points_pose((Vrm.Native.Points*)c.Pointer, hipsHeight); }

        /// <summary>Bones that the last picture showed.</summary>
        public Bone[] Bones()
        {
            using (Lease c = Lend()) return BonesOf(Api.vrm_points_bones((Vrm.Native.Points*)c.Pointer));
        }

        /// <summary>Whether the last picture showed a face with blend shapes.</summary>
        public bool HasFace { get { using (Lease c = Lend()) return Api.vrm_points_has_face((Vrm.Native.Points*)c.Pointer); } }

        /// <summary>The smoothed blend shapes, for Face.Track().</summary>
        public float[] Shapes()
        {
            using (Lease c = Lend())
            {
                float[] shapes = new float[(int)FaceShape.TONGUE_OUT + 1];
                Marshal.Copy((IntPtr)Api.vrm_points_shapes((Vrm.Native.Points*)c.Pointer), shapes, 0, shapes.Length);
                return shapes;
            }
        }

        /// <summary>Weight of a preset that shows the blend shapes.</summary>
        public float Preset(ExpressionPreset preset) { using (Lease c = Lend()) return Api.vrm_points_preset((Vrm.Native.Points*)c.Pointer, preset); }

        /// <summary>Yaw and pitch of the eyes, degrees.</summary>
        public Vec2 Gaze { get { using (Lease c = Lend()) return Api.vrm_points_gaze((Vrm.Native.Points*)c.Pointer); } }

        /// <summary>Sets the pose of an avatar and, once a face was seen, presets and gaze.</summary>
        public void Apply(Avatar avatar)
        {
            if (avatar == null) throw new ArgumentNullException("avatar");
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
                if (!Api.vrm_points_apply((Vrm.Native.Points*)c.Pointer, (Vrm.Native.Sim*)sim.Pointer, avatar.Id))
                    throw new InvalidOperationException("the avatar has left its sim");
        }
    }

    /// <summary>How Live follows its sources.</summary>
    public sealed unsafe class LiveOptions
    {
        /// <summary>Maximum number of sources, 1 to 64.</summary>
        public int SourceCount;
        /// <summary>The avatar moves as a mirror image.</summary>
        public bool Mirrors;
        /// <summary>Seconds for which something lost is held, in which it then eases out, and in which it is blended in again.</summary>
        public float HoldS, EaseOutS, EaseInS;

        public LiveOptions()
        {
            LiveDef def = Defaults();
            SourceCount = def.source_count;
            Mirrors = def.mirrors;
            HoldS = def.hold_s;
            EaseOutS = def.ease_out_s;
            EaseInS = def.ease_in_s;
        }

        private static LiveDef Defaults()
        {
            Handle.CheckVersion();
            LiveDef def;
            Api.vrm_live_def_init(&def, (UIntPtr)sizeof(LiveDef));
            return def;
        }

        internal LiveDef Def()
        {
            LiveDef def = Defaults();
            def.source_count = SourceCount;
            def.mirrors = Mirrors;
            def.hold_s = HoldS;
            def.ease_out_s = EaseOutS;
            def.ease_in_s = EaseInS;
            return def;
        }
    }

    /// <summary>A source of Live.</summary>
    public sealed unsafe class LiveSource
    {
        /// <summary>Priorities, 0 for parts that are not named: the highest is followed; negative: the source does not move this part.</summary>
        public IDictionary<LivePart, int> Priorities = new Dictionary<LivePart, int>();
        /// <summary>Cutoff of the filter at rest (Hz), 0.01 to 10000, from 1000 on without smoothing, and its increase with speed, 0 to
        /// 10000.</summary>
        public float MinCutoffHz, Beta;

        public LiveSource()
        {
            LiveSourceDef def = Defaults();
            MinCutoffHz = def.min_cutoff_hz;
            Beta = def.beta;
        }

        private static LiveSourceDef Defaults()
        {
            Handle.CheckVersion();
            LiveSourceDef def;
            Api.vrm_live_source_def_init(&def, (UIntPtr)sizeof(LiveSourceDef));
            return def;
        }

        internal LiveSourceDef Def()
        {
            LiveSourceDef def = Defaults();
            foreach (KeyValuePair<LivePart, int> one in Priorities)
            {
                if (one.Key < 0 || one.Key > LivePart.ROOT) throw new ArgumentException("there is no part " + (int)one.Key);
                def.priorities[(int)one.Key] = one.Value;
            }
            def.min_cutoff_hz = MinCutoffHz;
            def.beta = Beta;
            return def;
        }
    }

    /// <summary>What a tracker of your own shows at one time; null: not shown.</summary>
    public sealed class Observation
    {
        /// <summary>Rotations as in a pose.</summary>
        public IDictionary<Bone, Quat> Bones;
        /// <summary>As in a pose, for this avatar (m).</summary>
        public Vec3? HipsOffset;
        /// <summary>Place and rotation of the avatar in the world; a rotation alone is at the origin.</summary>
        public Vec3? RootPosition;
        public Quat? RootRotation;
        /// <summary>Weights, 0 to 1.</summary>
        public IDictionary<FaceShape, float> Shapes;
        /// <summary>Weights of the avatar's expressions, by name.</summary>
        public IDictionary<string, float> Expressions;
        /// <summary>Yaw and pitch, degrees.</summary>
        public Vec2? Gaze;
        /// <summary>When the sender saw it, on a clock of its own (s).</summary>
        public double? SenderS;
    }

    /// <summary>Moves an avatar by any number of sources, each with a priority for each part of the body. In each frame: Step(),
    /// Track(), Actor.Step(), Apply(), Sim.Step().</summary>
    public sealed unsafe class Live : Handle
    {
        private readonly Owned rig;

        /// <summary>For avatars of a rig.</summary>
        public Live(Rig rig, LiveOptions options = null)
        {
            if (rig == null) throw new ArgumentNullException("rig");
            LiveDef def = (options ?? new LiveOptions()).Def();
            Vrm.Native.Live* live;
            using (Lease lent = rig.Lend())
            {
                Check(Api.vrm_live_create((Vrm.Native.Rig*)lent.Pointer, &def, &live), "following trackers");
                Owned kept = lent.Keep();
                this.rig = kept;
                native = new Owned((IntPtr)live, true, p =>
                {
                    Api.vrm_live_destroy((Vrm.Native.Live*)p);
                    kept.Release();
                });
            }
        }

        /// <summary>Of the avatars that it moves; while it is lent.</summary>
        internal Vrm.Native.Rig* RigPointer { get { return (Vrm.Native.Rig*)rig.Pointer; } }

        /// <summary>Adds a source and returns its number.</summary>
        public int AddSource(LiveSource source = null)
        {
            LiveSourceDef def = (source ?? new LiveSource()).Def();
            int number;
            using (Lease c = Lend()) number = Api.vrm_live_add_source((Vrm.Native.Live*)c.Pointer, &def);
            if (number < 0) throw new ArgumentException("refused: there are as many sources as SourceCount says, or a number is out of range");
            return number;
        }

        /// <summary>Takes what a source shows. False, without effect, for a source that does not exist, a time that is NaN, and an
        /// observation older than the last.</summary>
        public bool Observe(int source, Observation seen, double timeS)
        {
            if (seen == null) throw new ArgumentNullException("seen");
            Quat[] rotations = new Quat[(int)Bone.RIGHT_LITTLE_DISTAL + 1];
            float[] weights = new float[(int)FaceShape.TONGUE_OUT + 1];
            LiveExpression[] expressions = new LiveExpression[seen.Expressions == null ? 0 : seen.Expressions.Count];
            LiveObservation given = new LiveObservation();
            foreach (KeyValuePair<Bone, Quat> one in seen.Bones ?? new Dictionary<Bone, Quat>())
            {
                if (one.Key < 0 || (int)one.Key >= rotations.Length) throw new ArgumentException("there is no bone " + (int)one.Key);
                rotations[(int)one.Key] = one.Value;
                given.bones |= 1ul << (int)one.Key;
            }
            foreach (KeyValuePair<FaceShape, float> one in seen.Shapes ?? new Dictionary<FaceShape, float>())
            {
                if (one.Key < 0 || (int)one.Key >= weights.Length) throw new ArgumentException("there is no shape " + (int)one.Key);
                weights[(int)one.Key] = one.Value;
                given.shapes |= 1ul << (int)one.Key;
            }
            if (seen.HipsOffset.HasValue) { given.has_hips = true; given.hips_offset = seen.HipsOffset.Value; }
            given.has_root = seen.RootPosition.HasValue || seen.RootRotation.HasValue;
            given.root_position = seen.RootPosition ?? new Vec3();
            given.root_rotation = seen.RootRotation ?? new Quat { w = 1 };
            given.has_gaze = seen.Gaze.HasValue;
            if (seen.Gaze.HasValue) { given.gaze_yaw = seen.Gaze.Value.x; given.gaze_pitch = seen.Gaze.Value.y; }
            given.has_sender_time = seen.SenderS.HasValue;
            given.sender_s = seen.SenderS ?? 0;
            given.expression_count = expressions.Length;
            using (Lease c = Lend())
            fixed (Quat* turns = rotations)
            fixed (float* shapes = weights)
            fixed (LiveExpression* shown = expressions)
            {
                int count = 0;
                foreach (KeyValuePair<string, float> one in seen.Expressions ?? new Dictionary<string, float>())
                    expressions[count++] = new LiveExpression { expression = Expression(one.Key), weight = one.Value };
                given.rotations = turns;
                given.shape_weights = shapes;
                given.expressions = shown;
                return Api.vrm_live_observe((Vrm.Native.Live*)c.Pointer, source, &given, timeS);
            }
        }

        private int Expression(string name)
        {
            fixed (byte* text = Text.Write(name))
            {
                int expression = Api.vrm_rig_expression(RigPointer, text);
                if (expression < 0) throw new ArgumentException("the avatar lacks the expression \"" + name + "\"");
                return expression;
            }
        }

        /// <summary>Makes what the sources show now the neutral state of some parts.</summary>
        public void Calibrate(params LivePart[] parts)
        {
            using (Lease c = Lend()) Api.vrm_live_calibrate((Vrm.Native.Live*)c.Pointer, Bits(parts));
        }

        /// <summary>Undoes Calibrate() for some parts.</summary>
        public void Uncalibrate(params LivePart[] parts)
        {
            using (Lease c = Lend()) Api.vrm_live_uncalibrate((Vrm.Native.Live*)c.Pointer, Bits(parts));
        }

        private static uint Bits(LivePart[] parts)
        {
            uint bits = 0;
            foreach (LivePart part in parts) bits |= 1u << (int)part;
            return bits;
        }

        /// <summary>Whether the avatar moves as a mirror image from now on.</summary>
        public void SetMirrors(bool mirrors) { using (Lease c = Lend()) Api.vrm_live_set_mirrors((Vrm.Native.Live*)c.Pointer, mirrors); }

        /// <summary>Computes what is shown at a time of the host's clock. False, without effect, for a time before an earlier one.</summary>
        public bool Step(double timeS) { using (Lease c = Lend()) return Api.vrm_live_step((Vrm.Native.Live*)c.Pointer, timeS); }

        /// <summary>Hands the blend shapes to a face, before Actor.Step() or Face.Step().</summary>
        public void Track(Face face)
        {
            if (face == null) throw new ArgumentNullException("face");
            using (Lease c = Lend())
            using (Lease lent = face.Lend()) Api.vrm_live_track((Vrm.Native.Live*)c.Pointer, (Vrm.Native.Face*)lent.Pointer);
        }

        /// <summary>Sets the inputs of an avatar that are shown, after Actor.Step(). `hasFace`: a face of the avatar gets the blend
        /// shapes by Track(); otherwise they move its presets.</summary>
        public void Apply(Avatar avatar, bool hasFace = false)
        {
            if (avatar == null) throw new ArgumentNullException("avatar");
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
                if (!Api.vrm_live_apply((Vrm.Native.Live*)c.Pointer, (Vrm.Native.Sim*)sim.Pointer, avatar.Id, hasFace))
                    throw new InvalidOperationException("the avatar has left its sim, or is of another rig");
        }

        /// <summary>How much of a part is shown, 0 to 1.</summary>
        public float Weight(LivePart part) { using (Lease c = Lend()) return Api.vrm_live_weight((Vrm.Native.Live*)c.Pointer, part); }

        /// <summary>Bones that are shown, also those that ease out.</summary>
        public Bone[] Bones() { using (Lease c = Lend()) return BonesOf(Api.vrm_live_bones((Vrm.Native.Live*)c.Pointer)); }

        /// <summary>What is shown over the rest pose, or over another one.</summary>
        public Pose Pose() { using (Lease c = Lend()) return Api.vrm_live_pose((Vrm.Native.Live*)c.Pointer, null); }
        public Pose Pose(Pose under) { using (Lease c = Lend()) return Api.vrm_live_pose((Vrm.Native.Live*)c.Pointer, &under); }

        /// <summary>The blend shapes; 0 for those that are not shown.</summary>
        public float[] Shapes()
        {
            using (Lease c = Lend())
            {
                float[] shapes = new float[(int)FaceShape.TONGUE_OUT + 1];
                Marshal.Copy((IntPtr)Api.vrm_live_shapes((Vrm.Native.Live*)c.Pointer), shapes, 0, shapes.Length);
                return shapes;
            }
        }

        /// <summary>Yaw and pitch of the gaze, degrees.</summary>
        public Vec2 Gaze { get { using (Lease c = Lend()) return Api.vrm_live_gaze((Vrm.Native.Live*)c.Pointer); } }

        /// <summary>Facts about a source.</summary>
        public LiveSourceState Source(int source)
        {
            LiveSourceState state;
            using (Lease c = Lend())
                if (!Api.vrm_live_source((Vrm.Native.Live*)c.Pointer, source, &state)) throw new ArgumentException("there is no source " + source);
            return state;
        }
    }

    /// <summary>Reads the packets of a tracker. Needs libvrm_vmc.</summary>
    public sealed unsafe class Tracker : Handle
    {
        public Tracker(TrackerKind kind)
        {
            CheckVersion();
            Vrm.Native.Tracker* tracker;
            Check(Api.vrm_tracker_create(kind, null, &tracker), "making a tracker");
            native = new Owned((IntPtr)tracker, true, p => Api.vrm_tracker_destroy((Vrm.Native.Tracker*)p));
        }

        /// <summary>"openseeface", "ifacialmocap", "vtubestudio", "livelink", "mocopi" or "mediapipe".</summary>
        public Tracker(string name) : this(KindOf(name)) { }

        private static TrackerKind KindOf(string name)
        {
            fixed (byte* text = Text.Write(name)) return Api.vrm_tracker_by_name(text);
        }

        public TrackerKind Kind { get { using (Lease c = Lend()) return Api.vrm_tracker_kind((Vrm.Native.Tracker*)c.Pointer); } }
        /// <summary>The name of the protocol.</summary>
        public string Name { get { return Text.Read(Api.vrm_tracker_name(Kind)); } }
        /// <summary>The UDP port to which such trackers send by default.</summary>
        public int Port { get { return Api.vrm_tracker_port(Kind); } }
        /// <summary>The UDP port of a phone that is asked to send, by Request(); 0: it sends by itself.</summary>
        public int PhonePort { get { return Api.vrm_tracker_phone_port(Kind); } }

        /// <summary>The packet that asks a phone to send to `port`; empty for trackers that send by themselves.</summary>
        public byte[] Request(int port)
        {
            byte[] packet = new byte[Constants.TRACKER_REQUEST_MAX];
            int size;
            fixed (byte* text = packet) size = (int)Api.vrm_tracker_request(Kind, checked((ushort)port), text);
            Array.Resize(ref packet, size);
            return packet;
        }

        /// <summary>Takes a packet. False, without effect: it was refused.</summary>
        public bool Receive(byte[] packet)
        {
            if (packet == null) throw new ArgumentNullException("packet");
            using (Lease c = Lend())
            fixed (byte* data = packet)
                return Api.vrm_tracker_receive((Vrm.Native.Tracker*)c.Pointer, data, (UIntPtr)packet.Length) == Result.OK;
        }

        /// <summary>Shows the last motion to a mixer, after each packet. False if there was nothing new, nobody is seen, or the
        /// observation was refused.</summary>
        public bool Observe(Live live, int source, double timeS)
        {
            if (live == null) throw new ArgumentNullException("live");
            using (Lease c = Lend())
            using (Lease lent = live.Lend())
                return Api.vrm_tracker_observe((Vrm.Native.Tracker*)c.Pointer, live.RigPointer, (Vrm.Native.Live*)lent.Pointer, source, timeS);
        }

        public TrackerStats Stats { get { using (Lease c = Lend()) return Api.vrm_tracker_stats((Vrm.Native.Tracker*)c.Pointer); } }
        /// <summary>A copy of the last motion.</summary>
        public TrackerState State { get { using (Lease c = Lend()) return *Api.vrm_tracker_state((Vrm.Native.Tracker*)c.Pointer); } }
        /// <summary>The last motion for an avatar whose hips rest at that height: Rig.HipsHeight. 0: the person's own.</summary>
        public Pose Pose(float hipsHeight = 0) { using (Lease c = Lend()) return Api.vrm_tracker_pose((Vrm.Native.Tracker*)c.Pointer, hipsHeight); }
    }

    /// <summary>Reads packets of the VMC protocol. Needs libvrm_vmc.</summary>
    public sealed unsafe class Vmc : Handle
    {
        public Vmc()
        {
            CheckVersion();
            Vrm.Native.Vmc* vmc;
            Check(Api.vrm_vmc_create(null, &vmc), "making a receiver");
            native = new Owned((IntPtr)vmc, true, p => Api.vrm_vmc_destroy((Vrm.Native.Vmc*)p));
        }

        /// <summary>Takes a packet. False: a part of it was refused; the rest was accepted.</summary>
        public bool Receive(byte[] packet)
        {
            if (packet == null) throw new ArgumentNullException("packet");
            using (Lease c = Lend())
            fixed (byte* data = packet)
                return Api.vrm_vmc_receive((Vrm.Native.Vmc*)c.Pointer, data, (UIntPtr)packet.Length) == Result.OK;
        }

        /// <summary>Shows the state to a mixer, once in each frame. False if nothing about the avatar came since, or it was refused.</summary>
        public bool Observe(Live live, int source, double timeS)
        {
            if (live == null) throw new ArgumentNullException("live");
            using (Lease c = Lend())
            using (Lease lent = live.Lend())
                return Api.vrm_vmc_observe((Vrm.Native.Vmc*)c.Pointer, live.RigPointer, (Vrm.Native.Live*)lent.Pointer, source, timeS);
        }

        public VmcStats Stats { get { using (Lease c = Lend()) return Api.vrm_vmc_stats((Vrm.Native.Vmc*)c.Pointer); } }
    }

    /// <summary>Expressions that are shown together.</summary>
    public sealed unsafe class Emotion
    {
        /// <summary>Expressions and their weights; none: the face returns to rest.</summary>
        public IDictionary<string, float> Parts = new Dictionary<string, float>();
        /// <summary>Multiplies the weights, 0 to 1.</summary>
        public float Intensity;
        /// <summary>Seconds of the fades.</summary>
        public float EaseInS, EaseOutS;
        /// <summary>Seconds between the fades; infinite: until the next emotion.</summary>
        public float HoldS;
        /// <summary>Waits until the hold of earlier emotions has ended, instead of replacing them.</summary>
        public bool IsQueued;

        /// <summary>One expression; null: none.</summary>
        public Emotion(string expression = null)
        {
            Handle.CheckVersion();
            EmotionDef def;
            Api.vrm_emotion_def_init(&def, (UIntPtr)sizeof(EmotionDef));
            Intensity = def.intensity;
            EaseInS = def.ease_in_s;
            EaseOutS = def.ease_out_s;
            HoldS = def.hold_s;
            if (expression != null) Parts[expression] = 1;
        }

        internal string Name { get { return Parts == null || Parts.Count == 0 ? null : string.Join(", ", Parts.Keys); } }

        internal EmotionDef Def(Scratch scratch)
        {
            EmotionDef def;
            Api.vrm_emotion_def_init(&def, (UIntPtr)sizeof(EmotionDef));
            def.intensity = Intensity;
            def.ease_in_s = EaseInS;
            def.ease_out_s = EaseOutS;
            def.hold_s = HoldS;
            def.is_queued = IsQueued;
            if (Parts == null) return def;
            def.parts = (EmotionPart*)scratch.Room(Parts.Count * sizeof(EmotionPart));
            foreach (KeyValuePair<string, float> part in Parts)
                def.parts[def.part_count++] = new EmotionPart { expression = scratch.String(part.Key), weight = part.Value };
            return def;
        }
    }

    /// <summary>The face of one avatar. What is refused throws. Calls of several threads wait for each other.</summary>
    public sealed unsafe class Face : Handle
    {
        public Face(FaceMap map, ulong seed = 0)
        {
            if (map == null) throw new ArgumentNullException("map");
            FaceDef def;
            Api.vrm_face_def_init(&def, (UIntPtr)sizeof(FaceDef));
            def.seed = seed;
            Vrm.Native.Face* face;
            using (Lease lent = map.Lend())
            {
                Check(Api.vrm_face_create((Vrm.Native.FaceMap*)lent.Pointer, &def, &face), "making a face");
                Owned kept = lent.Keep();
                native = new Owned((IntPtr)face, true, p =>
                {
                    Api.vrm_face_destroy((Vrm.Native.Face*)p);
                    kept.Release();
                });
            }
        }

        /// <summary>The face of an actor.</summary>
        internal Face(Lease actor)
        {
            Vrm.Native.Face* face = Api.vrm_actor_face((Vrm.Native.Actor*)actor.Pointer);
            native = new Owned((IntPtr)face, actor.Keep());
        }

        private static void Set(bool isOk, string name = null)
        {
            if (isOk) return;
            throw new ArgumentException(Text.Refused(name) + "a number that is not finite or out of range, or an expression that the avatar lacks");
        }

        /// <summary>Shows an expression; null: back to rest.</summary>
        public void Emote(string expression, float intensity = 1.0f) { Emote(new Emotion(expression) { Intensity = intensity }); }

        /// <summary>Shows an emotion; null: back to rest.</summary>
        public void Emote(Emotion emotion)
        {
            emotion = emotion ?? new Emotion();
            using (Scratch scratch = new Scratch())
            using (Lease c = Lend())
            {
                EmotionDef def = emotion.Def(scratch);
                Set(Api.vrm_face_emote((Vrm.Native.Face*)c.Pointer, &def), emotion.Name);
            }
        }

        /// <summary>Opens the mouth: five numbers, by Vowel.</summary>
        public void SetVowels(float[] vowels)
        {
            if (vowels == null) throw new ArgumentNullException("vowels");
            if (vowels.Length != (int)Vowel.OH + 1) throw new ArgumentException("five vowels");
            using (Lease c = Lend())
            fixed (float* data = vowels) Set(Api.vrm_face_set_vowels((Vrm.Native.Face*)c.Pointer, data));
        }

        /// <summary>Opens the mouth: fifteen numbers, by Viseme.</summary>
        public void SetVisemes(float[] visemes)
        {
            if (visemes == null) throw new ArgumentNullException("visemes");
            if (visemes.Length != (int)Viseme.U + 1) throw new ArgumentException("fifteen visemes");
            using (Lease c = Lend())
            fixed (float* data = visemes) Set(Api.vrm_face_set_visemes((Vrm.Native.Face*)c.Pointer, data));
        }

        public void BeginSound() { using (Lease c = Lend()) Api.vrm_face_begin_sound((Vrm.Native.Face*)c.Pointer); }

        public void Hear(LipFrame[] frames)
        {
            if (frames == null) throw new ArgumentNullException("frames");
            using (Lease c = Lend())
            fixed (LipFrame* data = frames) Set(Api.vrm_face_hear((Vrm.Native.Face*)c.Pointer, data, frames.Length));
        }

        public void HearLive(LipFrame[] frames)
        {
            if (frames == null) throw new ArgumentNullException("frames");
            using (Lease c = Lend())
            fixed (LipFrame* data = frames) Set(Api.vrm_face_hear_live((Vrm.Native.Face*)c.Pointer, data, frames.Length));
        }

        public void SyncSound(double timeS)
        {
            using (Lease c = Lend()) Set(Api.vrm_face_sync_sound((Vrm.Native.Face*)c.Pointer, timeS));
        }

        public void Blink() { using (Lease c = Lend()) Api.vrm_face_blink((Vrm.Native.Face*)c.Pointer); }
        public void LookAt(Vec3 target) { using (Lease c = Lend()) Set(Api.vrm_face_look_at((Vrm.Native.Face*)c.Pointer, target)); }

        /// <summary>Weights of a face tracker: 52 numbers, by FaceShape.</summary>
        public void Track(float[] shapes)
        {
            if (shapes == null) throw new ArgumentNullException("shapes");
            if (shapes.Length != (int)FaceShape.TONGUE_OUT + 1) throw new ArgumentException("52 shapes");
            using (Lease c = Lend())
            fixed (float* data = shapes) Set(Api.vrm_face_track((Vrm.Native.Face*)c.Pointer, data));
        }

        public void Step(float dt) { using (Lease c = Lend()) Api.vrm_face_step((Vrm.Native.Face*)c.Pointer, dt); }

        /// <summary>Sets expressions and gaze of an avatar of the map's rig.</summary>
        public void Apply(Avatar avatar)
        {
            if (avatar == null) throw new ArgumentNullException("avatar");
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
                if (!Api.vrm_face_apply((Vrm.Native.Face*)c.Pointer, (Vrm.Native.Sim*)sim.Pointer, avatar.Id))
                    throw new InvalidOperationException("the avatar has left its sim, or is of another rig");
        }

        /// <summary>A weight for each expression of the rig: a copy.</summary>
        public float[] Weights()
        {
            using (Lease c = Lend())
            {
                int count;
                float* weights = Api.vrm_face_weights((Vrm.Native.Face*)c.Pointer, &count);
                float[] copy = new float[count];
                Marshal.Copy((IntPtr)weights, copy, 0, count);
                return copy;
            }
        }

        public bool IsTalking { get { using (Lease c = Lend()) return Api.vrm_face_is_talking((Vrm.Native.Face*)c.Pointer); } }
    }

    /// <summary>How a clip plays on an actor: in a loop, over all bones, fading in, unless you change it.</summary>
    public sealed unsafe class LayerOptions
    {
        /// <summary>What happens at the end of the clip.</summary>
        public LayerEnd AtEnd;
        /// <summary>0 to 1: how much the layer replaces what lies beneath.</summary>
        public float Weight;
        /// <summary>Seconds until the layer has its weight, and those that LayerEnd.STOPS fades out.</summary>
        public float FadeInS, FadeOutS;
        /// <summary>1 as recorded; negative: backwards.</summary>
        public float Speed;
        /// <summary>Place in the clip to start from, seconds from its beginning; from its end if Speed is negative.</summary>
        public float StartS;
        /// <summary>Time of the actor at which the layer begins; null: now.</summary>
        public double? BeginS;
        /// <summary>Bones that the layer may move; null: all. LayerOptions.OfPart() fills them by the name of a part of the body.</summary>
        public IEnumerable<Bone> Bones;
        /// <summary>Whether the layer plays the expressions and the gaze of the clip.</summary>
        public bool HasExpressions, HasGaze;
        /// <summary>Adds the clip's difference from its first key.</summary>
        public bool IsAdditive;
        /// <summary>Moves the avatar's root instead of the hips over the ground, on and on in a loop: Actor.Root.</summary>
        public bool AppliesRootMotion;

        public LayerOptions()
        {
            Handle.CheckVersion();
            LayerDef def;
            Api.vrm_layer_def_init(&def, (UIntPtr)sizeof(LayerDef));
            AtEnd = def.at_end;
            Weight = def.weight;
            FadeInS = def.fade_in_s;
            FadeOutS = def.fade_out_s;
            Speed = def.speed;
            StartS = def.start_s;
            HasExpressions = def.has_expressions;
            HasGaze = def.has_gaze;
            IsAdditive = def.is_additive;
            AppliesRootMotion = def.applies_root_motion;
        }

        /// <summary>A layer that may move a part of the body and face, "left-arm+head": its bones, expressions and gaze. The names are
        /// those of Motion.Part().</summary>
        public static LayerOptions OfPart(string name)
        {
            MotionPart part = Motion.Part(name);
            LayerOptions layer = new LayerOptions { HasExpressions = part.expressions, HasGaze = part.gaze };
            if (part.bones != ulong.MaxValue) layer.Bones = Handle.BonesOf(part.bones);
            return layer;
        }

        internal LayerDef Def()
        {
            LayerDef def;
            Api.vrm_layer_def_init(&def, (UIntPtr)sizeof(LayerDef));
            def.at_end = AtEnd;
            def.weight = Weight;
            def.fade_in_s = FadeInS;
            def.fade_out_s = FadeOutS;
            def.speed = Speed;
            def.start_s = StartS;
            def.begin_s = Actor.Time(BeginS);
            def.has_expressions = HasExpressions;
            def.has_gaze = HasGaze;
            def.is_additive = IsAdditive;
            def.applies_root_motion = AppliesRootMotion;
            if (Bones == null) return def;
            def.bones = 0;
            foreach (Bone bone in Bones)
            {
                if (bone < 0 || (int)bone > (int)Bone.RIGHT_LITTLE_DISTAL) throw new ArgumentException("there is no bone " + (int)bone);
                def.bones |= 1ul << (int)bone;
            }
            return def;
        }
    }

    /// <summary>
    /// One avatar over time: layers of motion, a living face, speech and gaze. In each frame: Step() of the actor, then Step() of the sim.
    /// The actor keeps the clips that it has played, for jumps back. What is refused throws. Calls of several threads wait for each other.
    /// </summary>
    public sealed unsafe class Actor : Handle
    {
        private readonly Avatar avatar;
        private readonly bool hasFace;
        private readonly Dictionary<IntPtr, Owned> clips; // that the actor may play, by address

        /// <summary>With a map the actor has a face that blinks, speaks and shows emotions; the map is of the avatar's rig.</summary>
        public Actor(Avatar avatar, FaceMap faceMap = null, Stance stance = Stance.IDLE, ulong seed = 0)
        {
            if (avatar == null) throw new ArgumentNullException("avatar");
            ActorDef def;
            Api.vrm_actor_def_init(&def, (UIntPtr)sizeof(ActorDef));
            def.stance = stance;
            def.seed = seed;
            List<Owned> needed = new List<Owned>();
            Vrm.Native.Actor* actor;
            using (Lease sim = avatar.Sim.Lend())
            {
                if (faceMap == null) Create(sim, avatar, &def, &actor);
                else
                    using (Lease map = faceMap.Lend())
                    {
                        def.face_map = (Vrm.Native.FaceMap*)map.Pointer;
                        Create(sim, avatar, &def, &actor);
                        needed.Add(map.Keep());
                    }
                needed.Add(sim.Keep());
            }
            this.avatar = avatar;
            hasFace = faceMap != null;
            Dictionary<IntPtr, Owned> played = clips = new Dictionary<IntPtr, Owned>();
            native = new Owned((IntPtr)actor, true, p =>
            {
                Api.vrm_actor_destroy((Vrm.Native.Actor*)p);
                foreach (Owned clip in played.Values) clip.Release();
                foreach (Owned owned in needed) owned.Release();
            });
        }

        private static void Create(Lease sim, Avatar avatar, ActorDef* def, Vrm.Native.Actor** actor)
        {
            Check(Api.vrm_actor_create((Vrm.Native.Sim*)sim.Pointer, avatar.Id, def, actor), "making an actor of an avatar in a sim, and a map of its rig");
        }

        internal static double Time(double? timeS) { return timeS == null ? -1.0 : Math.Max(0.0, timeS.Value); } // VRM_ACTOR_NOW

        private static void Set(bool isOk, string what)
        {
            if (!isOk) throw new ArgumentException("refused: " + what);
        }

        private void Moved(bool isOk, string what)
        {
            if (isOk) return;
            if (!avatar.IsValid) throw new InvalidOperationException("the avatar has left its sim");
            Set(false, what);
        }

        /// <summary>Changes the pose beneath the layers.</summary>
        public void SetStance(Stance stance)
        {
            using (Lease c = Lend()) Set(Api.vrm_actor_set_stance((Vrm.Native.Actor*)c.Pointer, stance), "there is no such stance");
        }

        /// <summary>Starts a layer over those that are there and returns its number. If the clip plays already, that layer is changed.</summary>
        public uint Play(Clip clip, LayerOptions options = null) { return Start(Api.vrm_actor_play, clip, options); }

        /// <summary>Plays a clip instead of all others, which stop when it has faded in.</summary>
        public uint CrossFade(Clip clip, LayerOptions options = null) { return Start(Api.vrm_actor_cross_fade, clip, options); }

        private delegate uint Starter(Vrm.Native.Actor* actor, LayerDef* layer);

        private uint Start(Starter start, Clip clip, LayerOptions options)
        {
            if (clip == null) throw new ArgumentNullException("clip");
            LayerDef def = (options ?? new LayerOptions()).Def();
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
            using (Lease lent = clip.Lend())
            {
                def.clip = (Vrm.Native.Clip*)lent.Pointer;
                uint number = start((Vrm.Native.Actor*)c.Pointer, &def);
                Moved(number != 0, "a number is out of range, the clip moves the nodes of another file, or " + Constants.ACTOR_LAYERS_MAX + " layers play");
                if (!clips.ContainsKey(lent.Pointer)) clips[lent.Pointer] = lent.Keep();
                return number;
            }
        }

        private const string NoLayer = "the layer is gone, or a number is out of range";

        /// <summary>Fades a layer out and removes it.</summary>
        public void Stop(uint layer, float fadeS = 0.25f)
        {
            using (Lease c = Lend()) Set(Api.vrm_actor_stop((Vrm.Native.Actor*)c.Pointer, layer, fadeS), NoLayer);
        }

        /// <summary>Removes all layers of a clip at once and lets go of it.</summary>
        public void Forget(Clip clip)
        {
            if (clip == null) throw new ArgumentNullException("clip");
            using (Lease c = Lend())
            using (Lease lent = clip.Lend())
            {
                Owned kept;
                Api.vrm_actor_forget((Vrm.Native.Actor*)c.Pointer, (Vrm.Native.Clip*)lent.Pointer);
                if (clips.TryGetValue(lent.Pointer, out kept)) kept.Release();
                clips.Remove(lent.Pointer);
            }
        }

        public void SetWeight(uint layer, float weight, float fadeS = 0.25f)
        {
            using (Lease c = Lend()) Set(Api.vrm_actor_set_weight((Vrm.Native.Actor*)c.Pointer, layer, weight, fadeS), NoLayer);
        }

        public void SetSpeed(uint layer, float speed)
        {
            using (Lease c = Lend()) Set(Api.vrm_actor_set_speed((Vrm.Native.Actor*)c.Pointer, layer, speed), NoLayer);
        }

        /// <summary>Moves a layer to a place in its clip.</summary>
        public void SetClipTime(uint layer, double timeS)
        {
            using (Lease c = Lend()) Set(Api.vrm_actor_set_clip_time((Vrm.Native.Actor*)c.Pointer, layer, timeS), NoLayer);
        }

        /// <summary>A layer at the present time, without its clip; null when it is gone.</summary>
        public LayerState? Layer(uint layer)
        {
            LayerState state;
            using (Lease c = Lend())
                if (!Api.vrm_actor_layer((Vrm.Native.Actor*)c.Pointer, layer, &state)) return null;
            state.clip = null;
            return state;
        }

        /// <summary>Puts the avatar somewhere at the present time; root motion goes on from there.</summary>
        public void SetRoot(Transform root)
        {
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
                Moved(Api.vrm_actor_set_root((Vrm.Native.Actor*)c.Pointer, root), "a number is not finite, or the rotation is 0");
        }

        /// <summary>The avatar's root as of the last step, jump or SetRoot().</summary>
        public Transform Root
        {
            get
            {
                using (Lease c = Lend())
                using (Lease sim = avatar.Sim.Lend())
                    return Api.vrm_actor_root((Vrm.Native.Actor*)c.Pointer);
            }
        }

        /// <summary>The actor's face, for what is not a matter of time; null without one. The actor steps and applies it.</summary>
        public Face Face { get { using (Lease c = Lend()) return hasFace ? new Face(c) : null; } }

        /// <summary>Shows an expression, now or at a time of the actor; null: back to rest.</summary>
        public void Emote(string expression, float intensity = 1.0f, double? timeS = null)
        {
            Emote(new Emotion(expression) { Intensity = intensity }, timeS);
        }

        public void Emote(Emotion emotion, double? timeS = null)
        {
            emotion = emotion ?? new Emotion();
            using (Scratch scratch = new Scratch())
            using (Lease c = Lend())
            {
                EmotionDef def = emotion.Def(scratch);
                if (!Api.vrm_actor_emote((Vrm.Native.Actor*)c.Pointer, Time(timeS), &def))
                    throw new ArgumentException(Text.Refused(emotion.Name) +
                                                "no face, an expression that it lacks, a number out of range, or a time that is over");
            }
        }

        /// <summary>The mouth follows frames of a Lip, from now or from a time of the actor on. The frames are copied.</summary>
        public void Speak(LipFrame[] frames, double? timeS = null)
        {
            if (frames == null) throw new ArgumentNullException("frames");
            using (Lease c = Lend())
            fixed (LipFrame* data = frames)
                Set(Api.vrm_actor_speak((Vrm.Native.Actor*)c.Pointer, Time(timeS), data, frames.Length),
                    "no face, or frames that are not finite or not in order");
        }

        /// <summary>Looks at a point in world space, whatever the layers do.</summary>
        public void LookAt(Vec3 target)
        {
            using (Lease c = Lend()) Set(Api.vrm_actor_look_at((Vrm.Native.Actor*)c.Pointer, target), "a number is not finite");
        }

        /// <summary>Looks in a direction relative to the head.</summary>
        public void LookAlong(float yawDegrees, float pitchDegrees)
        {
            using (Lease c = Lend())
                Set(Api.vrm_actor_look_along((Vrm.Native.Actor*)c.Pointer, yawDegrees, pitchDegrees), "a number is not finite");
        }

        /// <summary>Looks where the layers look.</summary>
        public void LookFree() { using (Lease c = Lend()) Api.vrm_actor_look_free((Vrm.Native.Actor*)c.Pointer); }

        /// <summary>Moves on by seconds, 0 or more, and sets the avatar's inputs.</summary>
        public void Step(float dt)
        {
            if (!(dt >= 0)) throw new ArgumentException("dt must be 0 or more");
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
                Moved(Api.vrm_actor_step((Vrm.Native.Actor*)c.Pointer, dt), "a step");
        }

        /// <summary>Moves to a time, 0 or more, and sets the avatar's inputs, as Step() does: springs go on from where they are.</summary>
        public void StepTo(double timeS)
        {
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
                Moved(Api.vrm_actor_step_to((Vrm.Native.Actor*)c.Pointer, timeS), "a time is 0 to 1e9");
        }

        /// <summary>Jumps to a time, 0 or more, and sets the avatar's inputs. Springs are reset: Settle() lets them hang.</summary>
        public void Seek(double timeS)
        {
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
                Moved(Api.vrm_actor_seek((Vrm.Native.Actor*)c.Pointer, timeS), "a time is 0 to 1e9");
        }

        /// <summary>Lets springs settle by the motion of the last seconds, 0 to 60. Steps the sim with all of its avatars. `inputs` is called
        /// with the time before each step, after the actor has set its inputs, for those of the host. What it throws comes out of this
        /// call, after the last step.</summary>
        public void Settle(float seconds = 1.0f, Action<double> inputs = null)
        {
            Exception error = null;
            SettleFn call = (ctx, of, timeS) =>
            {
                if (error != null) return;
                try { inputs(timeS); }
                catch (Exception thrown) { error = thrown; }
            };
            using (Lease c = Lend())
            using (Lease sim = avatar.Sim.Lend())
            {
                Vrm.Native.Actor* actor = (Vrm.Native.Actor*)c.Pointer;
                IntPtr function = inputs == null ? IntPtr.Zero : Marshal.GetFunctionPointerForDelegate(call);
                Moved(Api.vrm_actors_settle_with(&actor, 1, seconds, function, null), "seconds are 0 to 60");
                GC.KeepAlive(call);
            }
            if (error != null) throw new InvalidOperationException("the inputs of Settle() failed", error);
        }

        /// <summary>Seconds since the beginning.</summary>
        public double TimeS { get { using (Lease c = Lend()) return Api.vrm_actor_time((Vrm.Native.Actor*)c.Pointer); } }

        /// <summary>What has happened since this was last called.</summary>
        public ActorEvent[] Events()
        {
            List<ActorEvent> events = new List<ActorEvent>();
            using (Lease c = Lend())
            {
                ActorEvent happened;
                while (Api.vrm_actor_poll((Vrm.Native.Actor*)c.Pointer, &happened)) events.Add(happened);
            }
            return events.ToArray();
        }
    }
}
