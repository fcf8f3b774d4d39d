// SPDX-License-Identifier: MIT
// Run under mono by tests/bindings/csharp.sh: Test AVATAR CLIP AVATAR_0X.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using Vrm;
using Vrm.Native;

static class Test
{
    static int failures = 0;

    static void Check(bool condition, string what)
    {
        if (condition) return;
        Console.WriteLine("failed: " + what);
        failures++;
    }

    static void Throws<T>(Action action, string what) where T : Exception
    {
        try { action(); }
        catch (T) { return; }
        catch (Exception other) { Console.WriteLine(other); }
        Check(false, what);
    }

    static void Shapes()
    {
        Vrm.Native.Bool on = true;
        Check(on && Marshal.SizeOf(typeof(Vrm.Native.Bool)) == 1, "bool");
        Layout.Check((type, size) => Check(Marshal.SizeOf(type) == size, type.Name + " has another size"),
                     (type, field, offset) => Check((int)Marshal.OffsetOf(type, field) == offset, type.Name + "." + field));
    }

    static void Files(string avatar, string old)
    {
        using (Vrm.Model model = Vrm.Model.Load(avatar))
        {
            Check(model.Name == "Sample" && model.Authors.Single() == "The libvrm authors", "meta");
            Check(model.Dialect == Dialect.V1 && model.Bone(Bone.HIPS) >= 0, "dialect and bones");
            Check(model.ToBytes().SequenceEqual(File.ReadAllBytes(avatar)), "the same bytes");
            Check(Vrm.Model.Load(File.ReadAllBytes(avatar)).Name == "Sample", "bytes");
        }
        using (Vrm.Model model = Vrm.Model.Load(old))
        {
            Check(model.Dialect == Dialect.V0, "0.x");
            Check(model.Migrate().Count > 0 && model.Dialect == Dialect.V1, "migrated");
            Check(!model.Validate().Any(f => f.Severity == Severity.ERROR), "valid");
        }
        Check(Validator.Validate(avatar).Count == 0, "validator");
    }

    static void Failures()
    {
        Throws<VrmException>(() => Vrm.Model.Load("/nonexistent/x.vrm"), "missing file");
        Throws<ArgumentNullException>(() => Vrm.Model.Load((string)null), "null");
        Throws<ArgumentException>(() => Vrm.Model.Load("a\0b"), "zero");
        Throws<ArgumentException>(() => Vrm.Model.Load("a\ud800b"), "half of a pair");
        Throws<ArgumentNullException>(() => Vrm.Model.Load((byte[])null), "no bytes");
        Throws<VrmException>(() => Vrm.Model.Load(new byte[0]), "empty");
        Throws<ArgumentNullException>(() => new Vrm.Rig(null), "no model");
        Throws<ArgumentNullException>(() => new Vrm.Sim().Add(null), "no rig");
        try { Vrm.Model.Load(new byte[] { (byte)'{', (byte)'"' }); Check(false, "broken JSON"); }
        catch (VrmException error) { Check(error.Result == Result.ERR_JSON && error.Findings.Count > 0, "findings of the failure"); }
    }

    static void Running(string path, string motion)
    {
        Vrm.Rig rig;
        using (Vrm.Model model = Vrm.Model.Load(path)) rig = new Vrm.Rig(model);
        Vrm.Sim sim = new Vrm.Sim();
        Vrm.Avatar first = sim.Add(rig), second = sim.Add(rig);
        int head = rig.Bone(Bone.HEAD), hips = rig.Bone(Bone.HIPS);
        float height = rig.HipsHeight;
        rig.Dispose(); // the avatars keep it
        Throws<ObjectDisposedException>(() => rig.Bone(Bone.HEAD), "disposed rig");
        GC.Collect();
        GC.WaitForPendingFinalizers();
        float half = (float)Math.Sqrt(0.5);
        first.SetBone(Bone.HEAD, new Quat { y = half, w = half });
        first.SetHips(new Vec3 { y = 0.25f });
        first.SetExpression("happy", 1.0f);
        first.SetRoot(new Transform { translation = new Vec3 { x = 1 }, rotation = new Quat { w = 1 },
                                      scale = new Vec3 { x = 1, y = 1, z = 1 } });
        sim.Step(1.0f / 60.0f);
        float[] worlds = first.Worlds();
        Check(Math.Abs(worlds[head * 12 + 0]) < 1e-5f && Math.Abs(worlds[head * 12 + 2] - 1) < 1e-5f, "the head turns");
        Check(Math.Abs(worlds[hips * 12 + 3] - 1) < 1e-5f && Math.Abs(worlds[hips * 12 + 7] - height - 0.25f) < 1e-5f, "hips and root");
        Throws<ArgumentException>(() => first.SetExpression("nobody", 1), "unknown expression");
        Throws<ArgumentException>(() => first.SetHips(new Vec3 { x = float.NaN }), "NaN");
        Throws<ArgumentException>(() => first.SetBone((Bone)1000, new Quat { w = 1 }), "no bone");
        Throws<ArgumentNullException>(() => first.Play(null, 0), "no clip");
        Throws<ArgumentNullException>(() => first.SetExpression(null, 1), "no name");
        using (Vrm.Model clipModel = Vrm.Model.Load(motion))
        using (Vrm.Clip clip = new Vrm.Clip(clipModel))
        {
            Check(clip.Duration > 0, "duration");
            second.Play(clip, clip.Duration / 2);
            sim.Step(1.0f / 60.0f);
            Check(!second.Worlds().SequenceEqual(first.Worlds()), "the clip moves it");
        }
        Pose pose = Api.vrm_pose_a(); // a large struct by value
        Check(Math.Abs(pose.rotations[(int)Bone.LEFT_UPPER_ARM].z) > 0.1f && pose.rotations[0].w == 1, "struct by value");
        Throws<IndexOutOfRangeException>(() => { pose.rotations[55].ToString(); }, "beyond an array");
        Mat4 camera = Api.vrm_camera_perspective(1, 1, 0.1f, 10); // sixteen floats by value, of another library
        Check(camera.m[5] > 1 && camera.m[11] == -1, "matrix by value");
        first.Remove();
        Throws<InvalidOperationException>(() => first.Worlds(), "removed");
        Check(!first.IsValid && second.IsValid && sim.Count == 1, "counts");
        sim.Dispose();
        sim.Dispose();
        Throws<ObjectDisposedException>(() => sim.Step(1), "disposed sim");
        Throws<ObjectDisposedException>(() => second.Worlds(), "avatar of a disposed sim");
    }

    /// <summary>A motion of another program is fitted as `vrm convert-motion --avatar` fits it: the same bytes.</summary>
    static void Motions(string path, string walk, string fitted)
    {
        using (Vrm.Model model = Vrm.Model.Load(path))
        using (Vrm.Rig rig = new Vrm.Rig(model))
        using (Vrm.Motion motion = Vrm.Motion.Load(walk))
        using (Vrm.Motion again = Vrm.Motion.Load(File.ReadAllBytes(walk), new MotionOptions { Take = "#2" }))
        using (Vrm.Model animation = motion.Animation(rig))
        using (Vrm.Clip clip = again.Clip(rig))
        using (Vrm.Clip all = motion.Clip(null, Feet.HOLD, RootMotion.REMOVE))
        {
            Check(motion.Kind == MotionKind.CAPTURE && motion.Format == "FBX" && motion.Duration > 0.5, "what a motion is");
            Check(motion.Takes.Length >= 1 && motion.Takes[0] != null, "takes");
            Check(Math.Abs(clip.Duration - (float)motion.Duration) < 1e-4f && all.Duration > 0, "clips of a motion");
            string saved = fitted + ".again";
            animation.Save(saved);
            Check(File.ReadAllBytes(saved).SequenceEqual(File.ReadAllBytes(fitted)), "the animation is that of the command");
        }
        Measurements(path, walk);
        Throws<Vrm.VrmException>(() => Vrm.Motion.Load(path), "an avatar as a motion");
        Throws<Vrm.VrmException>(() => Vrm.Motion.Load(walk, new MotionOptions { Take = "nothing" }), "no take");
        Throws<ArgumentNullException>(() => Vrm.Motion.Load((byte[])null), "no bytes");
        Mapping(walk);
    }

    static void Measurements(string path, string walk)
    {
        FitReport fitted, coarse, animated;
        using (Vrm.Model model = Vrm.Model.Load(path))
        using (Vrm.Rig rig = new Vrm.Rig(model))
        using (Vrm.Motion motion = Vrm.Motion.Load(walk))
        using (motion.Clip(rig, out fitted))
        using (motion.Clip(rig, out coarse, Feet.AUTO, RootMotion.KEEP, false, 5))
        using (motion.Animation(rig, out animated))
        {
            Check(fitted.is_fitted && fitted.retarget.frames > 1 && fitted.stats.kept_keys > 0, "measurements of a fit");
            Check(coarse.is_fitted && coarse.stats.frames < fitted.stats.frames, "a lower rate has fewer frames");
            Check(animated.retarget.scale == fitted.retarget.scale && animated.stats.kept_keys == fitted.stats.kept_keys,
                  "measurements of an animation are those of the clip");
        }
    }

    static void Mapping(string walk)
    {
        MotionOptions options = new MotionOptions { Metres = 0.01f, KeepsStart = true, Rest = CaptureRest.T_POSE, Model = new byte[0],
                                                    Names = new Dictionary<string, Bone> { { "mixamorig:Head", Bone.NONE }, { "Kopf", Bone.HEAD } },
                                                    Morphs = new Dictionary<string, string> { { "Smile", "happy" } } };
        using (Vrm.Motion plain = Vrm.Motion.Load(walk))
        using (Vrm.Motion mapped = Vrm.Motion.Load(walk, options))
        using (Vrm.Clip coarse = mapped.Clip(null, Feet.FREE, RootMotion.KEEP, false, 10))
            Check(mapped.Duration == plain.Duration && coarse.Duration > 0, "a motion with options");
        options.Names["a\0b"] = Bone.HEAD;
        Throws<ArgumentException>(() => Vrm.Motion.Load(walk, options), "a name with U+0000");
    }

    static unsafe void Pointers(string path, string motion)
    {
        Vrm.Native.Model* model;
        Vrm.Native.Rig* rig;
        Vrm.Native.Motion* loaded;
        Vrm.Native.Clip* clip;
        Check(Api.vrm_model_create(null, &model) == Result.OK, "a model of C");
        using (Vrm.Model empty = Vrm.Model.FromPointer(model)) Check(empty.Name == null && empty.Findings.Count == 0, "an owned model");
        using (Vrm.Model avatar = Vrm.Model.Load(path))
            Check(Api.vrm_rig_build((Vrm.Native.Model*)avatar.Pointer, null, &rig) == Result.OK, "a rig of C");
        fixed (byte* name = System.Text.Encoding.UTF8.GetBytes(motion + "\0"))
            Check(Api.vrm_motion_load_file(name, null, &loaded) == Result.OK, "a motion of C");
        Check(Api.vrm_motion_clip(loaded, rig, null, null, &clip) == Result.OK, "a clip of C");
        Api.vrm_motion_destroy(loaded);
        using (Vrm.Rig ownRig = Vrm.Rig.FromPointer(rig))
        using (Vrm.Clip ownClip = Vrm.Clip.FromPointer(clip))
        using (Vrm.Sim sim = new Vrm.Sim())
        {
            Vrm.Avatar avatar = sim.Add(ownRig);
            avatar.Play(ownClip, 0.1f);
            sim.Step(1.0f / 60.0f);
            Check(avatar.Worlds().Length == ownRig.NodeCount * 12 && ownClip.Duration > 0, "owned rig and clip");
            try { avatar.SetExpression("nobody", 1); Check(false, "an unknown name"); }
            catch (ArgumentException error) { Check(error.Message.Contains("\"nobody\""), "the name that was refused"); }
        }
        Throws<ArgumentNullException>(() => Vrm.Model.FromPointer(null), "no model");
        Throws<ArgumentNullException>(() => Vrm.Rig.FromPointer(null), "no rig");
        Throws<ArgumentNullException>(() => Vrm.Clip.FromPointer(null), "no clip");
    }

    static void Faces(string path)
    {
        Vrm.Model model = Vrm.Model.Load(path);
        Vrm.Rig rig = new Vrm.Rig(model);
        Vrm.FaceMap map = new Vrm.FaceMap(model, rig);
        Vrm.Sim sim = new Vrm.Sim();
        Vrm.Avatar avatar = sim.Add(rig);
        Vrm.Face face = new Vrm.Face(map, 7);
        Check(map.Info.tracking == FaceTracking.PRESETS && map.Shape(FaceShape.JAW_OPEN) == -1 && map.Overlap(0, 0) <= 1, "map");
        model.Dispose();
        rig.Dispose();
        map.Dispose(); // the face keeps it
        Throws<ObjectDisposedException>(() => map.Shape(FaceShape.JAW_OPEN), "disposed map");
        face.Emote("happy", 0.5f);
        face.LookAt(new Vec3 { y = 1, z = 5 });
        for (int i = 0; i < 60; i++)
        {
            face.Step(1.0f / 60.0f);
            face.Apply(avatar);
            sim.Step(1.0f / 60.0f);
        }
        Check(face.Weights().Any(weight => Math.Abs(weight - 0.5f) < 0.01f), "emotion");
        face.SetVowels(new float[] { 1, 0, 0, 0, 0 });
        float[] visemes = new float[15];
        visemes[(int)Viseme.AA] = 1;
        face.SetVisemes(visemes);
        Throws<ArgumentException>(() => face.SetVisemes(new float[5]), "five visemes");
        face.Track(new float[52]);
        face.Emote(null);
        face.Blink();
        Throws<ArgumentException>(() => face.Emote("nobody"), "unknown emotion");
        Throws<ArgumentException>(() => face.Emote("happy", float.NaN), "NaN");
        Throws<ArgumentException>(() => face.SetVowels(new float[4]), "four vowels");
        Throws<ArgumentNullException>(() => face.Hear(null), "no frames");
        using (Vrm.Lip lip = new Vrm.Lip(48000))
        {
            LipFrame[] frames = lip.Feed(new float[48000]);
            Check(frames.Length >= 90 && frames[0].closed > 0.9f && frames[0].vowels[0] == 0, "silence closes the mouth");
            Check(frames.Length + lip.Finish().Length >= 99 && lip.Feed(new float[0]).Length == 0, "the end of a sound");
            Check(!lip.Calibrate(new float[48000]), "silence is no voice");
            face.BeginSound();
            face.Hear(frames);
        }
        Throws<VrmException>(() => new Vrm.Lip(1), "1 Hz");
        avatar.Remove();
        Throws<InvalidOperationException>(() => face.Apply(avatar), "removed");
        Check(!face.IsTalking, "nobody talks");
    }

    static LipFrame[] Speech()
    {
        LipFrame[] frames = new LipFrame[100];
        for (int i = 0; i < frames.Length; i++)
        {
            frames[i] = new LipFrame { time_s = i * 0.01, loudness = 0.8f, is_speech = true };
            frames[i].vowels[0] = i % 20 < 10 ? 0.6f : 0.1f;
        }
        return frames;
    }

    /// <summary>The same performance by the functions of C: the matrices at its end.</summary>
    static unsafe float[] PerformanceInC(Vrm.Rig rig, Vrm.FaceMap map, Vrm.Clip walk, Vrm.Clip wave)
    {
        Vrm.Sim sim = new Vrm.Sim();
        Vrm.Avatar avatar = sim.Add(rig);
        ActorDef def;
        Vrm.Native.Actor* actor;
        Api.vrm_actor_def_init(&def, (UIntPtr)sizeof(ActorDef));
        def.face_map = (Vrm.Native.FaceMap*)map.Pointer;
        def.seed = 5;
        Check(Api.vrm_actor_create((Vrm.Native.Sim*)sim.Pointer, avatar.Id, &def, &actor) == Result.OK, "an actor of C");
        LayerDef layer;
        Api.vrm_layer_def_init(&layer, (UIntPtr)sizeof(LayerDef));
        layer.clip = (Vrm.Native.Clip*)walk.Pointer;
        Api.vrm_actor_play(actor, &layer);
        layer.clip = (Vrm.Native.Clip*)wave.Pointer;
        layer.bones = 1ul << (int)Bone.RIGHT_UPPER_ARM | 1ul << (int)Bone.HEAD;
        layer.begin_s = 0.2;
        layer.at_end = LayerEnd.STOPS;
        Api.vrm_actor_play(actor, &layer);
        EmotionDef emotion;
        Api.vrm_emotion_def_init(&emotion, (UIntPtr)sizeof(EmotionDef));
        fixed (byte* happy = System.Text.Encoding.UTF8.GetBytes("happy\0"))
        fixed (LipFrame* frames = Speech())
        {
            EmotionPart part = new EmotionPart { expression = happy, weight = 1 };
            emotion.parts = &part;
            emotion.part_count = 1;
            Check(Api.vrm_actor_emote(actor, 0.5, &emotion) && Api.vrm_actor_speak(actor, 0.3, frames, 100), "asked in C");
        }
        Api.vrm_actor_look_at(actor, new Vec3 { x = 1, y = 1, z = 2 });
        for (int i = 0; i < 60; i++)
        {
            Api.vrm_actor_step(actor, 1.0f / 60.0f);
            Api.vrm_sim_step((Vrm.Native.Sim*)sim.Pointer, 1.0f / 60.0f);
        }
        Api.vrm_actor_destroy(actor);
        return avatar.Worlds();
    }

    /// <summary>An actor has the numbers of C, ends with its last user, and refuses what makes no sense.</summary>
    static byte[] Bytes(Vrm.Motion motion) { using (Vrm.Model model = motion.Animation(null)) return model.ToBytes(); }

    static void Edits(string walkFile, string waveFile)
    {
        Vrm.Motion walk = Vrm.Motion.Load(walkFile), wave = Vrm.Motion.Load(waveFile);
        byte[] before = Bytes(walk), whole = Bytes(walk.Cut(0));
        Func<double, double, bool> near = (a, b) => Math.Abs(a - b) < 1e-6;
        Check(near(walk.Cut(0.2, 0.7).Duration, 0.5) && near(walk.Cut(0.2).Duration, walk.Duration - 0.2), "a cut");
        Check(near(walk.Speed(2).Duration, walk.Duration / 2), "a speed");
        Check(Bytes(walk.Reverse().Reverse()).SequenceEqual(whole) && Bytes(walk.Mirror().Mirror()).SequenceEqual(whole), "twice");
        Check(!Bytes(walk.Mirror()).SequenceEqual(whole), "a mirror");
        MotionTrimReport removed;
        Check(near(walk.TrimRest(out removed).Duration + removed.leading_s + removed.trailing_s, walk.Duration), "a trim");
        MotionSmoothReport changed;
        walk.Smooth(out changed, maxDegrees: 2);
        Check(changed.largest_degrees <= 2.001f && changed.mean_degrees <= changed.largest_degrees, "smoothing");
        MotionJoinReport seam;
        Vrm.Motion joined = walk.Join(wave, out seam, phaseS: 0);
        Check(near(seam.start_s + wave.Duration, joined.Duration) && seam.skipped_s == 0, "a join");
        Check(Bytes(walk.Layer(wave, Vrm.Motion.Part("arms"), weight: 0)).SequenceEqual(whole), "a layer of weight 0");
        Check(!Bytes(walk.Layer(wave)).SequenceEqual(whole) && walk.Join(walk).Duration > walk.Duration, "a layer");
        Check(near(walk.FrameTime(0), 0) && walk.FrameTime(2) > walk.FrameTime(1), "frames");
        Check(Bytes(walk).SequenceEqual(before), "the motion is unchanged");
        Throws<VrmException>(() => walk.Cut(-1), "a negative time");
        Throws<VrmException>(() => walk.Speed(0), "no speed");
        Throws<ArgumentException>(() => Vrm.Motion.Part("tail"), "no part");
        Throws<ArgumentNullException>(() => walk.Join(null), "nothing to join");
        Thread[] threads = { new Thread(() => { for (int i = 0; i < 20; i++) walk.Join(wave).Dispose(); }),
                             new Thread(() => { for (int i = 0; i < 20; i++) wave.Join(walk).Dispose(); }) };
        foreach (Thread thread in threads) thread.Start();
        foreach (Thread thread in threads) thread.Join();
        wave.Dispose();
        Throws<ObjectDisposedException>(() => walk.Join(wave), "a motion that is gone");
    }

    static void SpeechAndCamera(string path)
    {
        byte[] events = System.Text.Encoding.UTF8.GetBytes("[{\"audioOffset\": 1000000, \"visemeId\": 21}," +
            "{\"audioOffset\": 2000000, \"visemeId\": 2}, {\"audioOffset\": 5000000, \"visemeId\": 0}]");
        using (Vrm.SpeechMarks marks = new Vrm.SpeechMarks(events), later = new Vrm.SpeechMarks(events, 0.1, 0.4f))
        {
            Check(marks.Info.format == SpeechFormat.AZURE && marks.Info.mark_count == 3 && marks.Frames().Length == 51, "speech marks");
            Check(marks.Frames()[10].closed == 1 && marks.Findings.Count == 0 && Math.Abs(later.Info.seconds - 0.6) < 1e-6, "their frames");
        }
        Throws<VrmException>(() => new Vrm.SpeechMarks(new byte[] { 0x7b }), "no marks");
        using (Vrm.Model model = Vrm.Model.Load(path))
        using (Vrm.Rig rig = new Vrm.Rig(model))
        using (Vrm.Sim sim = new Vrm.Sim())
        using (Vrm.Points points = new Vrm.Points())
        {
            Vrm.Avatar avatar = sim.Add(rig);
            Vrm.PointsPicture picture = new Vrm.PointsPicture { Pose = new Landmark[33], Shapes = new float[52] };
            for (int i = 0; i < 33; i++) picture.Pose[i].x = float.NaN;
            picture.Shapes[(int)FaceShape.JAW_OPEN] = 0.9f;
            Check(points.Feed(picture, 0) && !points.Feed(picture, 0), "a time once more");
            for (int i = 1; i <= 30; i++) points.Feed(picture, i / 30.0);
            Check(points.HasFace && points.Shapes()[(int)FaceShape.JAW_OPEN] > 0.5f && points.Bones().Length == 0, "a face");
            Check(points.Preset(ExpressionPreset.AA) > 0 && points.Gaze.x == 0 && points.Feed(null, 1.1), "presets");
            points.Apply(avatar);
            sim.Step(1 / 60f);
            Check(avatar.ExpressionWeights().Any(weight => weight > 0), "the face shows");
            points.Reset();
            Check(!points.HasFace && points.Pose().hips_offset.x == 0, "reset");
            Throws<ArgumentException>(() => points.Feed(new Vrm.PointsPicture { Pose = new Landmark[3] }, 2), "3 landmarks");
            Throws<VrmException>(() => new Vrm.Points(new Vrm.PointsOptions { Beta = -1 }), "out of range");
            avatar.Remove();
            Throws<InvalidOperationException>(() => points.Apply(avatar), "nobody");
        }
    }

    static void Actors(string path, string walkFile, string waveFile)
    {
        Vrm.Model model = Vrm.Model.Load(path);
        Vrm.Rig rig = new Vrm.Rig(model);
        Vrm.FaceMap map = new Vrm.FaceMap(model, rig);
        Vrm.Clip walk = Vrm.Motion.Load(walkFile).Clip(rig), wave = Vrm.Motion.Load(waveFile).Clip(rig);
        float[] expected = PerformanceInC(rig, map, walk, wave);
        Vrm.Sim sim = new Vrm.Sim();
        Vrm.Avatar avatar = sim.Add(rig);
        Vrm.Actor actor = new Vrm.Actor(avatar, map, Stance.IDLE, 5);
        uint walking = actor.Play(walk);
        uint waving = actor.Play(wave, new LayerOptions { Bones = new[] { Bone.RIGHT_UPPER_ARM, Bone.HEAD }, BeginS = 0.2, AtEnd = LayerEnd.STOPS });
        actor.Emote("happy", timeS: 0.5);
        actor.Speak(Speech(), 0.3);
        actor.LookAt(new Vec3 { x = 1, y = 1, z = 2 });
        foreach (Vrm.Handle owner in new Vrm.Handle[] { walk, wave, map, rig, model }) owner.Dispose(); // the actor keeps what it plays
        GC.Collect();
        GC.WaitForPendingFinalizers();
        int spoken = 0;
        for (int i = 0; i < 60; i++)
        {
            actor.Step(1.0f / 60.0f);
            sim.Step(1.0f / 60.0f);
            spoken += actor.Events().Count(happened => happened.kind == ActorEventKind.SPEECH_BEGAN);
        }
        Check(avatar.Worlds().SequenceEqual(expected), "an actor has the numbers of C");
        Check(avatar.Palettes().Length % 12 == 0 && avatar.Palettes().Length > 0, "palettes");
        Check(spoken == 1 && Math.Abs(actor.TimeS - 1) < 1e-5 && actor.Layer(walking).Value.weight == 1 && walking == 1 && waving == 2, "layers and events");
        Vrm.Face face = actor.Face;
        Check(face.IsTalking && face.Weights().Any(weight => weight > 0.05f), "the face of an actor");
        face.Blink();
        actor.SetStance(Stance.REST);
        actor.LookAlong(10, 5);
        actor.LookFree();
        actor.Seek(0.4);
        actor.Settle(0.5f);
        Check(Math.Abs(actor.TimeS - 0.4) < 1e-9, "time after a jump");
        int moments = 0;
        actor.Settle(0.1f, timeS => { if (timeS < 0.4 + 1e-9) moments++; });
        Check(moments == 7, "inputs of the host while springs settle");
        Throws<InvalidOperationException>(() => actor.Settle(0.1f, timeS => { throw new ArgumentException("no"); }), "inputs that throw");
        actor.StepTo(0.65);
        Check(actor.TimeS == 0.65, "time after a step to it");
        Throws<ArgumentException>(() => actor.StepTo(-1), "a step before the beginning");
        actor.Stop(waving, 0);
        using (Vrm.Clip other = Vrm.Motion.Load(waveFile).Clip(null))
        {
            uint number = actor.CrossFade(other, new LayerOptions { FadeInS = 0 });
            Check(actor.Play(other) == number, "asking twice is asking once");
            actor.SetWeight(number, 0.5f, 0);
            actor.SetSpeed(number, -1);
            actor.SetClipTime(number, 0.25);
            actor.Step(0);
            Check(actor.Layer(number).Value.weight == 0.5f && actor.Layer(walking) == null, "a layer instead of all others");
            uint moving = actor.Play(other, new LayerOptions { AppliesRootMotion = true });
            Check(moving != number, "another layer with root motion");
            Transform root = actor.Root;
            root.translation = new Vec3 { x = 3, y = 1, z = -2 };
            actor.SetRoot(root);
            Check(actor.Root.translation.x == 3, "the root is set");
            actor.Step(0.1f);
            Check(actor.Root.translation.y == 1, "the root stays at its height");
            root.translation.x = float.NaN;
            Throws<ArgumentException>(() => actor.SetRoot(root), "a root at NaN");
            actor.Forget(other);
            Check(actor.Layer(number) == null, "forgotten");
            Throws<ArgumentException>(() => actor.Play(other, new LayerOptions { Weight = 2 }), "weight 2");
            Throws<ArgumentException>(() => actor.Play(other, new LayerOptions { Bones = new[] { (Bone)99 } }), "bone 99");
        }
        Throws<ArgumentNullException>(() => actor.Play(null), "no clip");
        Throws<ArgumentException>(() => actor.Stop(99), "no layer");
        Throws<ArgumentException>(() => actor.Seek(-1), "before the beginning");
        Throws<ArgumentException>(() => actor.Step(float.NaN), "NaN");
        Throws<ArgumentException>(() => actor.Settle(99), "99 seconds");
        Throws<ArgumentException>(() => actor.Emote("nobody"), "unknown emotion");
        Throws<ArgumentException>(() => actor.Emote("happy", timeS: 0.1), "a time that is over");
        Throws<ArgumentException>(() => actor.LookAt(new Vec3 { x = float.NaN }), "NaN");
        Throws<ArgumentException>(() => new Vrm.Actor(avatar).Emote("happy"), "no face");
        Check(new Vrm.Actor(avatar).Face == null, "no face");
        avatar.Remove();
        Throws<InvalidOperationException>(() => actor.Step(0.1f), "removed");
        Throws<VrmException>(() => new Vrm.Actor(avatar), "nobody");
        actor.Dispose();
        Check(face.Weights().Length > 0, "a face keeps its actor");
        Throws<ObjectDisposedException>(() => actor.Step(0.1f), "disposed actor");
        sim.Dispose();
    }

    // A handle is disposed while other threads use it: each call is finished first, or throws.
    static void Threads(string path)
    {
        using (Vrm.Model model = Vrm.Model.Load(path))
            for (int round = 0; round < 50; round++)
            {
                Vrm.Rig rig = new Vrm.Rig(model);
                int height = 0;
                Thread[] readers = Enumerable.Range(0, 3).Select(i => new Thread(() =>
                {
                    try { while (true) Interlocked.Add(ref height, (int)rig.HipsHeight + rig.NodeCount + rig.Bone(Bone.HEAD)); }
                    catch (ObjectDisposedException) { }
                })).ToArray();
                foreach (Thread reader in readers) reader.Start();
                while (Thread.VolatileRead(ref height) == 0) Thread.Yield();
                rig.Dispose();
                foreach (Thread reader in readers) reader.Join();
            }
    }

    // Threads that step, add, remove, read and migrate the same objects: calls wait for each other, and nothing else happens.
    static void Meddling(string path, string old)
    {
        for (int round = 0; round < 4; round++)
        {
            Vrm.Model model = Vrm.Model.Load(old);
            Vrm.Sim sim = new Vrm.Sim();
            Vrm.Rig rig = new Vrm.Rig(model);
            sim.Add(rig);
            int wrong = 0;
            Action[] works =
            {
                () => sim.Step(1.0f / 60.0f), () => sim.Step(1.0f / 30.0f),
                () => { Vrm.Avatar a = sim.Add(rig); a.SetHips(new Vec3 { y = 1 }); a.Worlds(); a.Remove(); },
                () => { Vrm.Avatar a = sim.Add(rig); a.SetExpression("happy", 1); a.Remove(); },
                () => { Vrm.Avatar a = sim.Add(rig); using (Vrm.Actor actor = new Vrm.Actor(a)) { actor.Step(0.1f); a.Remove(); } },
                () => { if (model.Name == null || model.Authors.Length == 0) Interlocked.Increment(ref wrong); },
                () => model.Migrate(model.Dialect == Dialect.V1 ? Dialect.V0 : Dialect.V1),
            };
            Thread[] threads = works.Select(work => new Thread(() =>
            {
                try { for (int i = 0; i < 1000; i++) work(); }
                catch (ObjectDisposedException) { }
                catch (VrmException) { }
                catch (Exception error) { Console.WriteLine(error); Interlocked.Increment(ref wrong); }
            })).ToArray();
            foreach (Thread thread in threads) thread.Start();
            if (round % 2 == 0) rig.Dispose(); // in the middle of Add(), say: the avatars keep it
            if (round % 4 == 0) { sim.Dispose(); model.Dispose(); }
            foreach (Thread thread in threads) thread.Join();
            Check(wrong == 0, "threads meddle");
            if (round % 4 == 2) sim.Step(1.0f / 60.0f);
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    static void Parts()
    {
        string[] names = Vrm.Motion.PartNames();
        Check(names.Length == 11 && names[0] == "all", "names of parts");
        foreach (string name in names)
        {
            MotionPart part = Vrm.Motion.Part(name);
            LayerOptions layer = LayerOptions.OfPart(name);
            ulong bits = layer.Bones == null ? ulong.MaxValue : layer.Bones.Aggregate(0ul, (sum, bone) => sum | 1ul << (int)bone);
            Check(bits == part.bones && layer.HasExpressions == part.expressions && layer.HasGaze == part.gaze, name);
        }
        Check(LayerOptions.OfPart("left-arm+head").Bones.Contains(Bone.HEAD), "joined parts");
        Throws<ArgumentException>(() => LayerOptions.OfPart("tail"), "no part");
    }

    static byte[] FaceOf(double jaw)
    {
        string zero = "{\"x\":0,\"y\":0,\"z\":0}";
        return System.Text.Encoding.ASCII.GetBytes("{\"Timestamp\":1700000000000,\"Hotkey\":-1,\"FaceFound\":true,\"Rotation\":{\"x\":20,\"y\":10," +
            "\"z\":0},\"Position\":" + zero + ",\"EyeLeft\":" + zero + ",\"EyeRight\":" + zero + ",\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":" +
            jaw.ToString(System.Globalization.CultureInfo.InvariantCulture) + "}]}");
    }

    static void Trackers(string path)
    {
        using (Vrm.Model model = Vrm.Model.Load(path))
        using (Vrm.Rig rig = new Vrm.Rig(model))
        using (Vrm.FaceMap map = new Vrm.FaceMap(model, rig))
        using (Vrm.Sim sim = new Vrm.Sim())
        using (Vrm.Live live = new Vrm.Live(rig, new LiveOptions { EaseInS = 0 }))
        using (Vrm.Tracker tracker = new Vrm.Tracker("vtubestudio"))
        {
            Vrm.Avatar avatar = sim.Add(rig);
            LiveSource best = new LiveSource { MinCutoffHz = 10000 };
            best.Priorities[LivePart.HEAD] = 2;
            int source = live.AddSource(best), second = live.AddSource(new LiveSource { MinCutoffHz = 10000 });
            Check(tracker.Name == "vtubestudio" && tracker.Port == 21412 && tracker.Request(4000).Length > 20, "a tracker");
            Check(!tracker.Receive(new byte[] { 1, 2, 3 }) && !tracker.Observe(live, source, 1), "nonsense");
            Check(tracker.Receive(FaceOf(0.5)) && tracker.Observe(live, source, 1) && !tracker.Observe(live, source, 1), "a packet");
            Dictionary<Bone, Quat> turned = new Dictionary<Bone, Quat> { { Bone.HEAD, new Quat { y = 1 } }, { Bone.LEFT_HAND, new Quat { y = 1 } } };
            Observation seen = new Observation { Bones = turned, Expressions = new Dictionary<string, float> { { "happy", 0.5f } }, SenderS = 5 };
            Check(live.Observe(second, seen, 1), "an observation");
            seen.SenderS = 4.9;
            Check(!live.Observe(second, seen, 1.01), "an old observation");
            Check(live.Step(1.01) && !live.Step(0.5), "a step");
            using (Vrm.Actor actor = new Vrm.Actor(avatar, map))
            {
                live.Track(actor.Face);
                actor.Step(1.0f / 60.0f);
                live.Apply(avatar, true);
                sim.Step(1.0f / 60.0f);
            }
            Check(live.Bones().SequenceEqual(new[] { Bone.NECK, Bone.HEAD, Bone.LEFT_HAND }), "bones");
            Check(Math.Abs(live.Shapes()[17] - 0.5f) < 1e-6f && live.Weight(LivePart.FACE) == 1, "shapes");
            Check(Math.Abs(live.Pose().rotations[(int)Bone.HEAD].x - tracker.Pose(rig.HipsHeight).rotations[(int)Bone.HEAD].x) < 1e-6f, "a pose");
            Check(tracker.Stats.frames == 1 && tracker.Stats.refused_packets == 1 && tracker.State.is_found, "counters");
            Check(live.Source(source).observed == 1, "a source");
            Check(rig.Expression("tail") == -1 && avatar.ExpressionWeights()[rig.Expression("happy")] > 0, "an expression");
            live.Calibrate(LivePart.HEAD, LivePart.FACE);
            live.Uncalibrate(LivePart.HEAD, LivePart.FACE);
            live.SetMirrors(true);
            live.Step(10);
            Check(live.Bones().Length == 0, "lost");
            using (Vrm.Vmc vmc = new Vrm.Vmc())
                Check(!vmc.Receive(new byte[] { 1 }) && vmc.Stats.refused_packets == 1 && !vmc.Observe(live, second, 11), "VMC");
            Throws<VrmException>(() => new Vrm.Tracker("kinect"), "no tracker");
            Throws<VrmException>(() => new Vrm.Live(rig, new LiveOptions { SourceCount = 65 }), "too many sources");
            Throws<ArgumentException>(() => live.AddSource(new LiveSource { Beta = -1 }), "beta");
            Throws<ArgumentException>(() => live.Source(9), "no source");
            Throws<ArgumentException>(() => live.Observe(source, new Observation { Expressions = new Dictionary<string, float> { { "tail", 1 } } }, 12), "tail");
            Check(!live.Observe(9, new Observation(), 12), "no such source");
        }
    }

    static int Main(string[] arguments)
    {
        Shapes();
        Files(arguments[0], arguments[2]);
        Failures();
        Running(arguments[0], arguments[1]);
        Motions(arguments[0], arguments[3], arguments[4]);
        Pointers(arguments[0], arguments[1]);
        Faces(arguments[0]);
        Actors(arguments[0], arguments[3], arguments[1]);
        Edits(arguments[3], arguments[1]);
        SpeechAndCamera(arguments[0]);
        Parts();
        Trackers(arguments[0]);
        Threads(arguments[0]);
        Meddling(arguments[0], arguments[2]);
        GpuTest.Run(arguments[0], Check);
        for (int i = 0; i < 20; i++) new Vrm.Rig(Vrm.Model.Load(arguments[0])); // left to the garbage collector
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Console.WriteLine(failures == 0 ? "all well" : failures + " failures");
        return failures == 0 ? 0 : 1;
    }
}
